// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Path;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The calling thread's waits. A thread that was preempted has not: on a busy machine it spends most
 * of its time in the queue for a processor, which Linux counts (the second number of
 * /proc/thread-self/schedstat, CONFIG_SCHED_INFO). Elsewhere the JVM's count of waits stands in; it
 * has sleeping, waiting and parking, but no input.
 *
 * @param queuedNs nanoseconds ready to run, without a processor; -1 if not known
 * @param waits how often the thread has slept, waited, or been parked or blocked
 */
public record ThreadWaits(long queuedNs, long waits) {

  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

  /** Reads both for the calling thread. */
  static ThreadWaits now() {
    ThreadInfo thread =
        ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().getId());
    long waits = thread == null ? 0 : thread.getWaitedCount() + thread.getBlockedCount();
    return new ThreadWaits(queuedNs(Platform.read(SCHEDSTAT)), waits);
  }

  /** Parses schedstat: nanoseconds on a processor, in the queue, and the number of time slices. */
  static long queuedNs(String schedstat) {
    String[] fields = schedstat.strip().split(" ");
    try {
      return fields.length == 3 ? Long.parseLong(fields[1]) : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Returns the differences to earlier waits of the same thread. */
  ThreadWaits since(ThreadWaits earlier) {
    return new ThreadWaits(ThreadTimes.passed(queuedNs, earlier.queuedNs), waits - earlier.waits);
  }
}
