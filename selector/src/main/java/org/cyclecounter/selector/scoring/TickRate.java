// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The rate of a counter by a clock: compared with the rate that the machine reports, or searched
 * for if there is no reported rate. Firmware sometimes writes down a wrong rate, and emulators do
 * not keep to theirs; a wrong rate would scale every reading wrongly, so a refuted rate is searched
 * for instead. The counter is read as rarely as possible: a read may hang or fault.
 *
 * <p>Each reading is taken between two of the clock. They may be far apart: more than 20 µs in a
 * JVM that has just started on a busy machine, milliseconds where the thread waits for a processor.
 * Such a reading is repeated, and a window is extended until its ends are known well enough.
 */
final class TickRate {

  /** The most reads for one reading. */
  private static final int MAX_READS = 5;

  /** Between the readings of the clock around it: a narrower reading is not repeated. */
  private static final long NARROW_NS = 1000;

  /** One check that agrees is enough: a disturbance only ever makes it disagree. */
  private static final int CHECKS = 3;

  private static final long MIN_CHECK_NS = 2_000_000;

  /** For a counter that stands still, or is too slow for {@link #MIN_CHECK_TICKS}. */
  private static final long MAX_CHECK_NS = 100_000_000;

  /** A clock of 1 MHz makes 2000 ticks in the shortest check. */
  private static final long MIN_CHECK_TICKS = 100;

  /** Relative: wrong rates are mostly far off, and 2 ms of a busy machine are inexact. */
  private static final double TOLERANCE = 0.05;

  private static final double MAX_CHECK_ERROR = TOLERANCE / 4;

  // The next four are libcpucycles's.
  private static final int MAX_DENOMINATOR = 1024;

  /** The distance from a whole number that an estimate may have, not a relative error. */
  private static final double SLOP = 0.2;

  /** So near to the slop noise decides; a quarter, which no noise makes fit, is further off. */
  private static final double BORDER = SLOP / 10;

  private static final long MIN_SEARCH_NS = 10_000_000;
  private static final long MIN_SEARCH_TICKS = 1000;

  /** With the latest readings, too, 0.15 from a whole number fits, and 0.25 does not. */
  private static final double MAX_SEARCH_ERROR = SLOP / 4;

  /**
   * For all estimates together: less than half of a probe's default limit of 5 s, so that a counter
   * that stands still gets that reason instead of a timeout. All 33 estimates of 10 ms take 0.33 s.
   */
  private static final long MAX_SEARCH_NS = 2_000_000_000L;

  private final TickSource counter;
  private final TickSource clockNs;

  /** As in {@link #borderline()}. */
  private double borderline;

  // The last reading, between two of the clock, and those: fields, no class (cold start 15).
  private long ticks;
  private long middleNs;
  private long widthNs;

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
   * more than once a wrap (1.4 s at 3 GHz): a search reads once a second or more often. The lambda
   * is for 32 bits only, which few counters have.
   */
  static TickSource extended(TickSource source, int bits) {
    if (bits == 64) {
      return source;
    }
    long[] total = {source.ticks() & 0xffff_ffffL};
    return () -> total[0] += (int) source.ticks() - (int) total[0] & 0xffff_ffffL;
  }

  /**
   * Returns true if one of three checks, of some milliseconds each, agrees within 5 %.
   *
   * @param reported the rate that the machine reports, in ticks per second
   */
  boolean agrees(long reported) {
    for (int i = 0; i < CHECKS; i++) {
      long endNs = clockNs.ticks() + MAX_CHECK_NS;
      double reportedPerTick =
          estimate((double) reported, MIN_CHECK_NS, MIN_CHECK_TICKS, MAX_CHECK_ERROR, endNs);
      if (Math.abs(1 / reportedPerTick - 1) <= TOLERANCE) { // false for NaN
        return true;
      }
    }
    return false;
  }

  /**
   * Finds the cycles per tick as libcpucycles does: for denominators 1, 2, 4 ... 1024, three
   * estimates, each over at least 10 ms and 1000 ticks, all within 0.2 of the whole number nearest
   * to the first. The first denominator that fits is taken, so that noise finds no larger one.
   * Unlike libcpucycles it extends the window of an inexact estimate, and it ends: a counter that
   * stands still is given up after a time limit.
   *
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @return null if no multiplier fits, the counter advances too slowly, or its readings are too
   *     inexact
   */
  @Nullable Ratio multiplier(long cyclesPerSecond) {
    long endNs = clockNs.ticks() + MAX_SEARCH_NS;
    for (int denominator = 1; denominator <= MAX_DENOMINATOR; denominator *= 2) {
      long multiplier = 0;
      double perSecond = (double) denominator * cyclesPerSecond;
      boolean fits = true;
      for (int i = 0; i < 3 && fits; i++) {
        double estimate =
            estimate(perSecond, MIN_SEARCH_NS, MIN_SEARCH_TICKS, MAX_SEARCH_ERROR, endNs);
        if (Double.isNaN(estimate)) {
          return null;
        }
        multiplier = i == 0 ? Math.round(estimate) : multiplier;
        double distance = Math.abs(estimate - multiplier);
        fits = multiplier > 0 && distance < SLOP;
        if (Math.abs(distance - SLOP) < BORDER) {
          borderline = estimate / denominator;
        }
      }
      if (fits) {
        return Ratio.of(multiplier, denominator);
      }
    }
    return null;
  }

  /**
   * Returns the cycles per tick if the search's result hung on the noise of its readings: a
   * multiple of the counter's rate was about {@link #SLOP} from a whole number; 0 otherwise.
   */
  double borderline() {
    return borderline;
  }

  /**
   * Estimates the number of events in a tick, such as cycles, over a window of at least {@code
   * minNs} and {@code minTicks}. A window with too few ticks, or that is too short for the widths
   * of its readings, is doubled.
   *
   * @param perSecond the known rate of the events
   * @param maxError the most by which late readings may have changed the estimate
   * @return NaN if there is none before {@code endNs}
   */
  private double estimate(
      double perSecond, long minNs, long minTicks, double maxError, long endNs) {
    read();
    long firstNs = middleNs;
    long firstTicks = ticks;
    long firstWidthNs = widthNs;
    long maxNs = endNs - firstNs;
    long windowNs = minNs / 2;
    while (windowNs < maxNs) {
      windowNs = Math.min(2 * windowNs, maxNs);
      while (clockNs.ticks() - firstNs < windowNs) {}
      read();
      long passedNs = middleNs - firstNs;
      long passedTicks = ticks - firstTicks;
      double perNs = perSecond / 1e9 / passedTicks;
      double error = perNs * (firstWidthNs + widthNs) / 2;
      if (passedNs >= minNs && passedTicks >= minTicks && error <= maxError) {
        return perNs * passedNs;
      }
    }
    return Double.NaN;
  }

  /** Takes the narrowest of at most five readings. */
  private void read() {
    widthNs = Long.MAX_VALUE;
    for (int i = 0; i < MAX_READS && widthNs > NARROW_NS; i++) {
      long beforeNs = clockNs.ticks();
      long nowTicks = counter.ticks();
      long nowWidthNs = clockNs.ticks() - beforeNs;
      if (nowWidthNs < widthNs) {
        widthNs = nowWidthNs;
        middleNs = beforeNs + nowWidthNs / 2;
        ticks = nowTicks;
      }
    }
  }
}
