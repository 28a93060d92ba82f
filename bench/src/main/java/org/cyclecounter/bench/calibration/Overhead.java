// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

/**
 * The cost of the harness on one of a timer's two scales.
 *
 * @param valid whether it could be measured
 * @param perCall the cost of a call, with the timer's readings: seconds or cycles
 * @param perIteration the cost that the compiler leaves of an empty loop's iteration
 * @param reason why it could not be measured; empty if valid
 */
public record Overhead(boolean valid, double perCall, double perIteration, String reason) {

  public static final String STANDS_STILL = " stands still";

  static Overhead invalid(String reason) {
    return new Overhead(false, 0, 0, reason);
  }

  /** Returns whether the scale could be read but stood still: a longer run may yet move it. */
  public boolean stoodStill() {
    return reason.endsWith(STANDS_STILL);
  }

  Overhead orLower(Overhead later) {
    return valid && later.valid && later.perIteration < perIteration
        ? new Overhead(true, perCall, later.perIteration, "")
        : this;
  }

  /**
   * Subtracts the harness's cost from a run of {@code calls} calls. The iterations' part is at most
   * what is left: a function that costs less than the empty loop has no such loop.
   */
  public double takenOutOf(double measured, int calls, long n) {
    double called = measured - calls * perCall;
    return called - Math.min(perIteration * n, Math.max(0, called));
  }
}
