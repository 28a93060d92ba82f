// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.util.function.LongSupplier;

/**
 * Compares a counter's rate with the one that the machine reports. Firmware sometimes writes down a
 * wrong one, and emulators do not keep to theirs. A wrong rate would scale every reading wrongly;
 * one that is refuted is searched for instead ({@link MultiplierSearch}).
 */
final class RateCheck {

  /** One that agrees is enough: an interruption between clock and counter only ever disagrees. */
  private static final int ATTEMPTS = 3;

  private static final long MIN_NS = 2_000_000;

  /** For a counter that stands still, or is too slow for {@link #MIN_TICKS}. */
  private static final long MAX_NS = 100_000_000;

  /** A clock of 1 MHz makes 2000 ticks meanwhile. */
  private static final long MIN_TICKS = 100;

  /** Relative: wrong rates are mostly far off, and 2 ms of a busy machine are inexact. */
  private static final double TOLERANCE = 0.05;

  private RateCheck() {}

  /**
   * Returns true if one of three comparisons, of some milliseconds each, agrees within 5 %.
   *
   * @param ticks the counter, extended to 64 bits
   * @param ticksPerSecond the reported rate, in Hz
   * @param clockNs a clock that never decreases, in nanoseconds
   */
  static boolean agrees(LongSupplier ticks, long ticksPerSecond, LongSupplier clockNs) {
    for (int i = 0; i < ATTEMPTS; i++) {
      long endNs = clockNs.getAsLong() + MAX_NS;
      double measured = TickReader.ticksPerSecond(ticks, clockNs, MIN_NS, MIN_TICKS, endNs);
      if (Math.abs(measured - ticksPerSecond) <= TOLERANCE * ticksPerSecond) {
        return true;
      }
    }
    return false;
  }
}
