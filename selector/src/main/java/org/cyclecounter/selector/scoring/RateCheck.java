// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.util.function.LongSupplier;

/**
 * Whether a counter ticks at the rate that the machine tells. Firmware sometimes writes down a
 * wrong one, and emulators do not keep to theirs.
 */
final class RateCheck {

  private static final int ATTEMPTS = 3;
  private static final long MIN_NS = 2_000_000;
  private static final long MAX_NS = 100_000_000;

  /** A clock of 1 MHz makes 2000 ticks meanwhile. */
  private static final long MIN_TICKS = 100;

  private static final double TOLERANCE = 0.05;

  private RateCheck() {}

  /** Whether one of three comparisons, of some milliseconds each, agrees within 5 %. */
  static boolean agrees(LongSupplier ticks, long ticksPerSecond, LongSupplier clockNs) {
    for (int i = 0; i < ATTEMPTS; i++) {
      double measured = ticksPerSecond(ticks, clockNs);
      if (Math.abs(measured - ticksPerSecond) <= TOLERANCE * ticksPerSecond) {
        return true;
      }
    }
    return false;
  }

  // NaN when the counter stands still.
  private static double ticksPerSecond(LongSupplier ticks, LongSupplier clockNs) {
    long firstNs = clockNs.getAsLong();
    long firstTicks = ticks.getAsLong();
    long passedNs;
    long passedTicks = 0;
    do {
      passedNs = clockNs.getAsLong() - firstNs;
      if (passedNs >= MIN_NS) { // the counter is not read meanwhile: each read may be its last
        passedTicks = ticks.getAsLong() - firstTicks;
      }
    } while (passedTicks < MIN_TICKS && passedNs < MAX_NS);
    return passedTicks < MIN_TICKS ? Double.NaN : passedTicks * 1e9 / passedNs;
  }
}
