package org.cyclecounter.bench.measuring;

import org.cyclecounter.bench.BenchTime;

/**
 * One call of a benchmark function, as the timer saw it: the harness's own cost is in it.
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

  /** No run lasts for so many cycles: another counter's readings go on so far above. */
  private static final long LOST_CYCLES = 1L << 53;

  static Run between(BenchTime before, BenchTime after, long n, long wallNs) {
    double seconds =
        (double) (after.seconds() - before.seconds()) + (after.nanos() - before.nanos()) * 1e-9;
    long cycles = after.cycles() - before.cycles();
    return new Run(
        n,
        wallNs,
        seconds,
        cycles,
        before.timeValid() && after.timeValid() && seconds >= 0,
        before.cyclesValid() && after.cyclesValid() && cycles >= 0 && cycles <= LOST_CYCLES);
  }

  /** Whether the readings at both ends are of two counters. */
  boolean jumped() {
    return cycles > LOST_CYCLES;
  }

  Run withoutCycles() {
    return new Run(n, wallNs, seconds, 0, timeValid, false);
  }
}
