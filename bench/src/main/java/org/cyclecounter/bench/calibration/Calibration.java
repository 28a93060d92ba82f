package org.cyclecounter.bench.calibration;

/**
 * What the harness costs with one timer.
 *
 * @param time in seconds
 * @param cycles in cycles; fails with the time
 */
public record Calibration(Overhead time, Overhead cycles) {

  /**
   * The same, with what a later look found cheaper.
   *
   * @param later the later one
   * @return with the lower costs of an iteration
   */
  public Calibration orLower(Calibration later) {
    return new Calibration(time.orLower(later.time), cycles.orLower(later.cycles));
  }
}
