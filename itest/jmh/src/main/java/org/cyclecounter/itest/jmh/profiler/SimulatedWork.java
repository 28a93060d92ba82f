// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A processor on which one operation takes exactly 1000 cycles, and reading its counter one: a
 * measurement by that counter must give the same number, even on a busy machine. One thread at a
 * time.
 *
 * <p>The sum is atomic so that the compiler cannot add up many operations at once: or so many
 * operations would fit into a run that the cycles overflow.
 */
public class SimulatedWork {

  /** The cycles of an operation. */
  public static final long CYCLES = 1000;

  private static final AtomicLong cycles = new AtomicLong();

  /** JMH makes one. */
  public SimulatedWork() {}

  /** Reads the counter. */
  public static long read() {
    return cycles.incrementAndGet();
  }

  /** Does the operation, for the command {@code measure}. */
  public static void once() {
    cycles.addAndGet(CYCLES);
  }

  /** Does the operation n times, for {@code Bench}. */
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
