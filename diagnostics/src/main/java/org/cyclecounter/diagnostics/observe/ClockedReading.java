// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.function.LongSupplier;

/**
 * A counter's reading, and when it was taken by a clock. A thread may be interrupted between the
 * counter and the clock, so of some pairs in a row the one with the least time around it is kept.
 *
 * <p>The selector observes rates by itself ({@code ObservedRate}): it works on raw ticks and the
 * time of perf events, and before a first reading, where each further class costs.
 *
 * @param cycles the reading
 * @param ns the time in the middle between the clock's readings before and after, in nanoseconds
 * @param aroundNs the time between these two: the reading was taken at some moment of it
 */
public record ClockedReading(long cycles, long ns, long aroundNs) {

  private static final int ATTEMPTS = 5;

  /**
   * Reads a counter and a clock of nanoseconds that never decreases.
   *
   * <p>Costs ten readings of the clock and five of the counter.
   */
  public static ClockedReading of(LongSupplier counter, LongSupplier clockNs) {
    ClockedReading best = once(counter, clockNs);
    for (int i = 1; i < ATTEMPTS; i++) {
      ClockedReading next = once(counter, clockNs);
      best = next.aroundNs < best.aroundNs ? next : best;
    }
    return best;
  }

  private static ClockedReading once(LongSupplier counter, LongSupplier clockNs) {
    long beforeNs = clockNs.getAsLong();
    long cycles = counter.getAsLong();
    long aroundNs = clockNs.getAsLong() - beforeNs;
    return new ClockedReading(cycles, beforeNs + aroundNs / 2, aroundNs);
  }

  /**
   * Returns the cycles per second since an earlier reading; NaN if no time has passed.
   *
   * <p>Differences in double are exact up to 2<sup>53</sup>, 104 days of nanoseconds; the product
   * with 1e9 is rounded to 16 digits.
   */
  public double hzSince(ClockedReading earlier) {
    return ns > earlier.ns ? (cycles - earlier.cycles) * 1e9 / (ns - earlier.ns) : Double.NaN;
  }
}
