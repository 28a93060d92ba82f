// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

/**
 * One call of a benchmark function, as the timer saw it: the harness's own cost is in it.
 *
 * @param n the iterations
 * @param wallNs the nanoseconds that passed by the monotonic clock
 * @param seconds the timer's time; not below 0 when valid
 * @param cycles the timer's cycles; not below 0 when valid
 * @param timeValid whether the time could be read at both ends, and did not run backwards
 * @param cyclesValid the same of the cycles, and whether one counter made both readings
 */
public record Run(
    long n, long wallNs, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {

  /**
   * No run lasts for so many cycles, a month at 3 GHz: the readings of a lost counter's successor
   * go on so far above.
   */
  private static final long LOST_CYCLES = 1L << 53;

  /** A run as it was read, by the differences between both ends; what cannot be is not valid. */
  public static Run of(
      long n, long wallNs, double seconds, long cycles, boolean timeRead, boolean cyclesRead) {
    return new Run(
        n,
        wallNs,
        seconds,
        cycles,
        timeRead && seconds >= 0,
        cyclesRead && cycles >= 0 && cycles <= LOST_CYCLES);
  }

  /** Returns whether two counters made the readings at its ends: the cycles went on far above. */
  public boolean jumped() {
    return cycles > LOST_CYCLES;
  }

  Run withoutCycles() {
    return new Run(n, wallNs, seconds, 0, timeValid, false);
  }
}
