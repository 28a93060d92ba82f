// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

/**
 * One call of a benchmark function as the timer measured it, including the harness's cost.
 *
 * @param n the iterations
 * @param wallNs the nanoseconds that passed
 * @param seconds the timer's time; not below 0 when valid
 * @param cycles the timer's cycles; not below 0 when valid
 * @param timeValid whether the time could be read at both ends, and did not run backwards
 * @param cyclesValid the same of the cycles, and whether one counter made both readings
 */
public record Run(
    long n, long wallNs, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {

  /** No run lasts that many cycles; a successor's readings continue at least 2^59 above. */
  public static final long LOST_CYCLES = 1L << 53;

  static final Run NONE = new Run(0, 0, 0, 0, true, true);

  /** Creates a run from differences of readings; an impossible difference is invalid. */
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

  /** Returns whether two counters made the readings at its ends: the cycles continued far above. */
  public boolean jumped() {
    return cycles > LOST_CYCLES;
  }

  /** Returns the sum of two parts of a run. */
  Run plus(Run part) {
    return new Run(
        n + part.n,
        wallNs + part.wallNs,
        seconds + part.seconds,
        cycles + part.cycles,
        timeValid && part.timeValid,
        cyclesValid && part.cyclesValid);
  }
}
