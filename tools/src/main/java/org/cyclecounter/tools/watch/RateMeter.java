// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.util.function.LongSupplier;
import org.cyclecounter.Scope;

/**
 * A counter's rate by the monotonic clock: from one look to the next, and for a counter that counts
 * for its thread alone, which stands still while the thread waits for the next look, over short
 * times of computing, of which the highest rate is the one that nothing interrupted.
 */
final class RateMeter {

  private static final int PAIRS = 5;
  private static final int WINDOWS = 3;
  private static final long WINDOW_NS = 1_000_000;
  private static final int SPINS = 2_000;

  @SuppressWarnings("unused") // written, so that a loop is not optimised away
  private static volatile int sink;

  /** A reading, and the time at its middle. */
  private record Pair(long cycles, long ns) {}

  private final Readings readings;
  private final boolean isOfThread;
  private final LongSupplier clockNs;
  private Pair before;

  RateMeter(Readings readings, Scope scope, LongSupplier clockNs) {
    this.readings = readings;
    this.isOfThread = scope == Scope.THREAD;
    this.clockNs = clockNs;
    before = pair();
  }

  /** In Hz, since the last call or over the next milliseconds. */
  double hz() {
    if (!isOfThread) {
      Pair now = pair();
      double hz = hz(before, now);
      before = now;
      return hz;
    }
    double highest = Double.NaN;
    for (int i = 0; i < WINDOWS; i++) {
      Pair first = pair();
      while (clockNs.getAsLong() - first.ns() < WINDOW_NS) {
        for (int spin = 0; spin < SPINS; spin++) {
          sink = spin;
        }
      }
      double hz = hz(first, pair());
      highest = hz <= highest ? highest : hz;
    }
    return highest;
  }

  private static double hz(Pair from, Pair to) {
    return to.ns() > from.ns()
        ? (to.cycles() - from.cycles()) * 1e9 / (to.ns() - from.ns())
        : Double.NaN;
  }

  /** Of some, the one that was interrupted least. */
  private Pair pair() {
    long shortest = Long.MAX_VALUE;
    Pair best = new Pair(0, 0);
    for (int i = 0; i < PAIRS; i++) {
      long startNs = clockNs.getAsLong();
      long cycles = readings.now();
      long passedNs = clockNs.getAsLong() - startNs;
      if (passedNs < shortest) {
        shortest = passedNs;
        best = new Pair(cycles, startNs + passedNs / 2);
      }
    }
    return best;
  }
}
