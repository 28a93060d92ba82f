package org.cyclecounter.bench;

/**
 * What a run took, with the harness's own cost taken out. A function that does next to nothing may
 * therefore come out slightly below zero.
 *
 * @param n operations: the iterations of the run, times the base
 * @param seconds the time of the whole run
 * @param cycles the cycles of the whole run
 * @param timeValid whether {@code seconds} means anything
 * @param cyclesValid whether {@code cycles} means anything
 */
public record Timing(
    double n, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {

  /**
   * The time of one operation.
   *
   * @return seconds, NaN when the time is not valid
   */
  public double secondsPerOperation() {
    return timeValid ? seconds / n : Double.NaN;
  }

  /**
   * The cycles of one operation.
   *
   * @return cycles, NaN when they are not valid
   */
  public double cyclesPerOperation() {
    return cyclesValid ? cycles / n : Double.NaN;
  }
}
