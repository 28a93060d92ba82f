// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.util.function.LongSupplier;
import org.cyclecounter.selector.counting.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Finds the multiplier that turns a counter of unknown rate into cycles, as libcpucycles does: for
 * denominators 1, 2, 4 ... 1024, three estimates, each over at least 10 ms and 1000 ticks, all
 * within 0.2 of the whole number nearest to the first. Unlike libcpucycles it ends: a counter that
 * stands still is given up after a time limit.
 */
final class MultiplierSearch {

  // The first four are libcpucycles's.
  private static final int MAX_DENOMINATOR = 1024;

  /** The distance from a whole number that an estimate may have, not a relative error. */
  private static final double SLOP = 0.2;

  private static final long MIN_NS = 10_000_000;
  private static final long MIN_TICKS = 1000;

  /**
   * For all estimates together: less than half of a probe's default limit of 5 s, so that a counter
   * that stands still gets that reason instead of a timeout. All 33 estimates of 10 ms take 0.33 s.
   */
  private static final long LIMIT_NS = 2_000_000_000L;

  private MultiplierSearch() {}

  /**
   * Finds the cycles per tick; null if no multiplier fits or the counter advances too slowly. The
   * first denominator that fits is taken, so that noise finds no larger one.
   *
   * @param ticks the counter, extended to 64 bits
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @param clockNs a clock that never decreases, in nanoseconds
   */
  static @Nullable Ratio find(LongSupplier ticks, long cyclesPerSecond, LongSupplier clockNs) {
    long endNs = clockNs.getAsLong() + LIMIT_NS;
    for (int denominator = 1; denominator <= MAX_DENOMINATOR; denominator *= 2) {
      long multiplier = 0;
      boolean fits = true;
      for (int i = 0; i < 3 && fits; i++) {
        double ticksPerSecond = TickReader.ticksPerSecond(ticks, clockNs, MIN_NS, MIN_TICKS, endNs);
        double estimate = denominator * (cyclesPerSecond / ticksPerSecond);
        if (Double.isNaN(estimate)) {
          return null;
        }
        if (i == 0) {
          multiplier = Math.round(estimate);
        }
        fits = multiplier > 0 && Math.abs(estimate - multiplier) < SLOP;
      }
      if (fits) {
        return Ratio.of(multiplier, denominator);
      }
    }
    return null;
  }
}
