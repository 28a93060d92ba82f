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

  private static final String STANDS_STILL = "stands still";

  static Overhead unreadable(String what) {
    return new Overhead(false, 0, 0, "the " + what + " cannot be read");
  }

  static Overhead standingStill(String what) {
    return new Overhead(false, 0, 0, "the " + what + " " + STANDS_STILL);
  }

  static Overhead withoutClock() {
    return new Overhead(false, 0, 0, "cycles cannot be calibrated without a clock");
  }

  /**
   * Whether it could be read but stood still: something that runs for longer may yet move it.
   *
   * @return true if that is why it is not valid
   */
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
   *
   * @param measured seconds or cycles of the run
   * @param n the run's iterations
   * @return the rest
   */
  public double takenOutOf(double measured, long n) {
    double called = measured - perCall;
    return called - Math.min(perIteration * n, Math.max(0, called));
  }
}
