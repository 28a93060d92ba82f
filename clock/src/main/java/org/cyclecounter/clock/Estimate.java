// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import org.jspecify.annotations.Nullable;

/**
 * The best knowledge of {@link System#nanoTime} at a reading.
 *
 * @param line through the last pair
 * @param halfNs the uncertainty at that pair
 * @param drift the uncertainty of the rate: nanoseconds per nanosecond since
 * @param reach ticks after that pair in which the next one is expected
 */
record Estimate(TicksToNanos line, double halfNs, double drift, long reach) {

  /**
   * Linux steers its clock by changing a multiplier of about 2<sup>23</sup> by one, as often as
   * every tick (kernel/time/timekeeping.c, {@code timekeeping_adjust}).
   */
  static final double STEERING = 2e-7;

  /** Returns the line through two pairs; null if the counter or the clock stood still. */
  static @Nullable Estimate of(Pair first, Pair last) {
    long ticks = last.ticks() - first.ticks();
    long nanos = last.nanos() - first.nanos();
    if (ticks <= 0 || nanos <= 0) {
      return null;
    }
    double rate = (double) nanos / ticks;
    TicksToNanos line = new TicksToNanos(last.ticks(), last.nanos(), rate);
    double halfNs = last.halfNs(rate);
    double drift = (first.halfNs(rate) + halfNs) / nanos + STEERING;
    return new Estimate(line, halfNs, drift, (long) (2 * PairsOnLine.PERIOD_NS / rate));
  }

  /** Returns the same line, of which nothing is known any more, and which reaches nothing. */
  Estimate unbounded() {
    return new Estimate(line, Double.POSITIVE_INFINITY, drift, 0);
  }

  boolean isBounded() {
    return halfNs < Double.POSITIVE_INFINITY;
  }

  double errorNs(long reading) {
    return halfNs + drift * Math.abs((reading - line.ticks()) * line.rate());
  }

  /** Tells whether the truth at a pair may be within the error that is promised. */
  boolean holdsFor(Pair pair) {
    long missedNs = line.at(pair.ticks()) - pair.nanos();
    return Math.abs(missedNs) <= errorNs(pair.ticks()) + pair.halfNs(line.rate());
  }
}
