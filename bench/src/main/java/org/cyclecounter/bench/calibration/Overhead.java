// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

/**
 * What the harness costs on one of a timer's two scales.
 *
 * @param valid whether it could be measured
 * @param perCall the cost of a call, with the timer's readings: seconds or cycles
 * @param perIteration what the compiler leaves of a loop around nothing, for each iteration
 * @param reason why it could not be measured; empty when valid
 */
public record Overhead(boolean valid, double perCall, double perIteration, String reason) {

  static final String STANDS_STILL = " stands still";

  static Overhead invalid(String reason) {
    return new Overhead(false, 0, 0, reason);
  }

  /** Whether it could be read but stood still: something that runs longer may yet move it. */
  public boolean stoodStill() {
    return reason.endsWith(STANDS_STILL);
  }

  Overhead orLower(Overhead later) {
    return valid && later.valid && later.perIteration < perIteration
        ? new Overhead(true, perCall, later.perIteration, "")
        : this;
  }

  /**
   * Takes the harness's cost out of a run. The iterations' part takes no more than there is: a
   * function that costs less than the loop around nothing has no such loop.
   */
  public double takenOutOf(double measured, long n) {
    double called = measured - perCall;
    return called - Math.min(perIteration * n, Math.max(0, called));
  }
}
