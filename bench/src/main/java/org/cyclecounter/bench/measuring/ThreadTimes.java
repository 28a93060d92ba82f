// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The times that the calling thread has run, to compare core cycles with, whatever the timer's
 * clock is. Cycles that are counted in user mode alone need the time in user mode, or every system
 * call looks like a slower processor.
 *
 * @param cpuNs nanoseconds on a processor; -1 where that is not known, as in a virtual thread
 * @param userNs nanoseconds of these in user mode; -1 where that is not known
 */
public record ThreadTimes(long cpuNs, long userNs) {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();

  static ThreadTimes now() {
    if (SUPPORTED) {
      try {
        return new ThreadTimes(
            THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadUserTime());
      } catch (UnsupportedOperationException e) {
        // A virtual thread has no times of its own.
      }
    }
    return new ThreadTimes(-1, -1);
  }

  /** Returns the times that have passed since an earlier moment of the same thread. */
  ThreadTimes since(ThreadTimes earlier) {
    return new ThreadTimes(passed(cpuNs, earlier.cpuNs), passed(userNs, earlier.userNs));
  }

  private static long passed(long now, long earlier) {
    return now < 0 || earlier < 0 ? -1 : now - earlier;
  }
}
