// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.tools.observe.BusyLoop;
import org.cyclecounter.tools.observe.ClockedReading;

/**
 * A counter's rate by the monotonic clock, from one look to the next. A counter that counts for its
 * thread alone stands still while the thread waits for the next look: its rate is observed over
 * short times of computing, of which the highest is the one that nothing interrupted.
 *
 * <p>The rate is one of cycles as they are scaled, in Hz of the monotonic clock. For one thread,
 * always the same.
 */
final class RateMeter {

  /** Times of computing in an update: 3 ms of it for each counter of a thread. */
  private static final int WINDOWS = 3;

  private static final long WINDOW_NS = 1_000_000;

  private final CycleCounter counter;
  private final LongSupplier clockNs;
  private ClockedReading last;

  RateMeter(CycleCounter counter, LongSupplier clockNs) {
    this.counter = counter;
    this.clockNs = clockNs;
    last = read();
  }

  /** Returns the rate in Hz, since the last call or over the next milliseconds. */
  double hz() {
    if (counter.scope() != Scope.THREAD) {
      ClockedReading earlier = last;
      last = read();
      return last.hzSince(earlier);
    }
    double highest = Double.NaN;
    for (int i = 0; i < WINDOWS; i++) {
      ClockedReading first = read();
      BusyLoop.until(clockNs, first.ns() + WINDOW_NS);
      double hz = read().hzSince(first);
      // In this order, because the first one is compared with NaN.
      highest = hz <= highest ? highest : hz;
    }
    return highest;
  }

  private ClockedReading read() {
    return ClockedReading.of(counter::cycles, clockNs);
  }
}
