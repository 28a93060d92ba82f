// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * An operation that takes a millisecond of its thread's CPU time, however fast the processor is at
 * the moment: on a PMU that counts CPU time, as the simulated one does, its cycles are always the
 * same.
 */
public class CpuMillisecond {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long DURATION_NS = 1_000_000;

  /** JMH makes one. */
  public CpuMillisecond() {}

  /** Does the operation. */
  public static void once() {
    long endNs = THREADS.getCurrentThreadCpuTime() + DURATION_NS;
    while (THREADS.getCurrentThreadCpuTime() < endNs) {
      // runs
    }
  }

  /** Does the operation n times. */
  public static void times(long n) {
    for (long i = 0; i < n; i++) {
      once();
    }
  }

  /** Does the operation, for JMH. */
  @Benchmark
  public void operation() {
    once();
  }
}
