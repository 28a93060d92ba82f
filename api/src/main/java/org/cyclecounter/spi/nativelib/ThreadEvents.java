// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.spi.CounterLostException;
import org.jspecify.annotations.Nullable;

/**
 * Access to the calling thread's own perf events.
 *
 * @param counter the counter
 * @param forbidden the sentence for a kernel that forbids reads without a system call
 */
record ThreadEvents(PerfEventSource counter, String forbidden)
    implements CheckedTicks.PerThread, Runnable {

  /** Puts the guard in force. */
  @Override
  public void run() {
    counter.guard();
  }

  /** Warns of a virtual thread; the cheap check here rules out most platform threads. */
  @Override
  public void opened() {
    Class<?> type = Thread.currentThread().getClass();
    if (type != Thread.class && type.getClassLoader() == null) {
      VirtualThreads.warn(counter.name());
    }
  }

  @Override
  public IllegalStateException failure(boolean lost) {
    String reason = PerfEvents.ofThread(counter.whyNot(), forbidden);
    return lost ? new CounterLostException(reason) : new IllegalStateException(reason);
  }

  @Override
  public @Nullable EventState eventState() {
    long[] times = new long[PerfEventSource.TIMES];
    return counter.eventTimes(times) ? new EventState(times[0], times[1], times[2] != 0) : null;
  }
}
