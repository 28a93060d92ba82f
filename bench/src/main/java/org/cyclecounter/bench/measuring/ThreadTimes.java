// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The calling thread's time on a processor, whatever the timer's clock is: core cycles are compared
 * with it. Cycles counted in user mode only need the time in user mode, or every system call looks
 * like a slower processor.
 *
 * @param cpuNs nanoseconds on a processor; -1 if not known, as in a virtual thread
 * @param userNs nanoseconds of these in user mode; -1 if not known
 */
public record ThreadTimes(long cpuNs, long userNs) {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();

  /** Reads both times of the calling thread. */
  public static ThreadTimes now() {
    long cpuNs = cpuNow();
    return new ThreadTimes(cpuNs, cpuNs < 0 ? -1 : THREADS.getCurrentThreadUserTime());
  }

  /** Reads the time on a processor alone: of the two, Linux has to look one up in a file. */
  public static long cpuNow() {
    try {
      return SUPPORTED ? THREADS.getCurrentThreadCpuTime() : -1;
    } catch (UnsupportedOperationException e) {
      return -1; // a virtual thread has none
    }
  }

  /** Returns the differences to earlier times of the same thread. */
  public ThreadTimes since(ThreadTimes earlier) {
    return new ThreadTimes(passed(cpuNs, earlier.cpuNs), passed(userNs, earlier.userNs));
  }

  /** Returns the difference of two times; -1 if one is not known. */
  static long passed(long endNs, long startNs) {
    return endNs < 0 || startNs < 0 ? -1 : endNs - startNs;
  }
}
