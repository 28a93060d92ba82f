// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

/**
 * What the harness costs with one timer.
 *
 * @param time in seconds
 * @param cycles in cycles; fails with the time
 */
public record Calibration(Overhead time, Overhead cycles) {

  /** Stands for a calibration that has not been made. */
  public static final Calibration NONE =
      new Calibration(Overhead.invalid("not calibrated"), Overhead.invalid("not calibrated"));

  /** The same, with the costs of an iteration that a later look found lower. */
  public Calibration orLower(Calibration later) {
    return new Calibration(time.orLower(later.time), cycles.orLower(later.cycles));
  }
}
