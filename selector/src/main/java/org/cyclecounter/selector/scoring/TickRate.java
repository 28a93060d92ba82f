// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The rate of a counter by a clock: compared with the one that the machine reports, or searched for
 * where there is none. Firmware sometimes writes down a wrong rate, and emulators do not keep to
 * theirs; a wrong one would scale every reading wrongly, so one that is refuted is searched for
 * instead. The counter is read no oftener than needed: each read may be its last.
 */
final class TickRate {

  /** One that agrees is enough: an interruption between clock and counter only ever disagrees. */
  private static final int CHECKS = 3;

  private static final long MIN_CHECK_NS = 2_000_000;

  /** For a counter that stands still, or is too slow for {@link #MIN_CHECK_TICKS}. */
  private static final long MAX_CHECK_NS = 100_000_000;

  /** A clock of 1 MHz makes 2000 ticks meanwhile. */
  private static final long MIN_CHECK_TICKS = 100;

  /** Relative: wrong rates are mostly far off, and 2 ms of a busy machine are inexact. */
  private static final double TOLERANCE = 0.05;

  // The next four are libcpucycles's.
  private static final int MAX_DENOMINATOR = 1024;

  /** The distance from a whole number that an estimate may have, not a relative error. */
  private static final double SLOP = 0.2;

  private static final long MIN_SEARCH_NS = 10_000_000;
  private static final long MIN_SEARCH_TICKS = 1000;

  /**
   * For all estimates together: less than half of a probe's default limit of 5 s, so that a counter
   * that stands still gets that reason instead of a timeout. All 33 estimates of 10 ms take 0.33 s.
   */
  private static final long MAX_SEARCH_NS = 2_000_000_000L;

  private final TickSource counter;
  private final TickSource clockNs;

  /**
   * Reads nothing yet.
   *
   * @param counter extended to 64 bits
   * @param clockNs a clock that never decreases, whose ticks are nanoseconds
   */
  TickRate(TickSource counter, TickSource clockNs) {
    this.counter = counter;
    this.clockNs = clockNs;
  }

  /** Takes an open counter of 32 or 64 bits, and the system's clock. */
  static TickRate of(TickSource source, int bits) {
    return new TickRate(extended(source, bits), new ScaledClock.Clock(true));
  }

  /**
   * Reads a counter as 64 bits. Of a 32-bit one the differences are added up, so it must be read
   * more than once a wrap (1.4 s at 3 GHz): a search reads every 10 ms. The lambda is for 32 bits
   * only, which few counters have.
   */
  static TickSource extended(TickSource source, int bits) {
    if (bits == 64) {
      return source;
    }
    long[] total = {source.ticks() & 0xffff_ffffL};
    return () -> total[0] += (int) source.ticks() - (int) total[0] & 0xffff_ffffL;
  }

  /**
   * Returns true if one of three comparisons, of some milliseconds each, agrees within 5 %.
   *
   * @param reported the rate that the machine reports, in ticks per second
   */
  boolean agrees(long reported) {
    for (int i = 0; i < CHECKS; i++) {
      long endNs = clockNs.ticks() + MAX_CHECK_NS;
      double measured = perSecond(MIN_CHECK_NS, MIN_CHECK_TICKS, endNs);
      if (Math.abs(measured - reported) <= TOLERANCE * reported) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds the cycles per tick as libcpucycles does: for denominators 1, 2, 4 ... 1024, three
   * estimates, each over at least 10 ms and 1000 ticks, all within 0.2 of the whole number nearest
   * to the first. The first denominator that fits is taken, so that noise finds no larger one.
   * Unlike libcpucycles it ends: a counter that stands still is given up after a time limit.
   *
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @return null if no multiplier fits or the counter advances too slowly
   */
  @Nullable Ratio multiplier(long cyclesPerSecond) {
    long endNs = clockNs.ticks() + MAX_SEARCH_NS;
    for (int denominator = 1; denominator <= MAX_DENOMINATOR; denominator *= 2) {
      long multiplier = 0;
      boolean fits = true;
      for (int i = 0; i < 3 && fits; i++) {
        double ticksPerSecond = perSecond(MIN_SEARCH_NS, MIN_SEARCH_TICKS, endNs);
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

  /** Measures over so much time and so many ticks; NaN when {@code endNs} comes first. */
  private double perSecond(long minNs, long minTicks, long endNs) {
    long firstNs = clockNs.ticks();
    long firstTicks = counter.ticks();
    while (true) {
      long nowNs = clockNs.ticks();
      long passedNs = nowNs - firstNs;
      long passedTicks = passedNs >= minNs ? counter.ticks() - firstTicks : 0;
      if (passedTicks >= minTicks) {
        return passedTicks * 1e9 / passedNs;
      }
      if (nowNs - endNs > 0) {
        return Double.NaN;
      }
    }
  }
}
