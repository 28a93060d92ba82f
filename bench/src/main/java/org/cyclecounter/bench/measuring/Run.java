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
 * @param cyclesValid the same of the cycles
 */
public record Run(
    long n, long wallNs, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {

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
        before.cyclesValid() && after.cyclesValid() && cycles >= 0);
  }
}
