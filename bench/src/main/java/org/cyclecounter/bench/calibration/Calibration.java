// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

/**
 * The cost of the harness with one timer.
 *
 * @param time in seconds
 * @param cycles in cycles; invalid if the time is
 */
public record Calibration(Overhead time, Overhead cycles) {

  /** Stands for a calibration that has not been made. */
  public static final Calibration NONE =
      new Calibration(Overhead.invalid("not calibrated"), Overhead.invalid("not calibrated"));

  /** Takes the costs of an iteration from a later calibration where they are lower there. */
  public Calibration orLower(Calibration later) {
    return new Calibration(time.orLower(later.time), cycles.orLower(later.cycles));
  }
}
