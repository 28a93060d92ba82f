// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.OptionalDouble;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.cyclecounter.bench.timer.Counting;
import org.jspecify.annotations.Nullable;

/**
 * A timer, and the harness's cost with the counter that it reads. If that counter is lost, both
 * change together. Nothing is known of the counter of a timer that a program brings. Not
 * thread-safe.
 */
final class CalibratedTimer {

  private final Runner runner;
  private final @Nullable BuiltInTimer builtIn;
  private Counting counting;
  private Calibration calibration = Calibration.NONE;

  /** Takes a timer without reading it. */
  CalibratedTimer(BenchTimer timer) {
    runner = new Runner(timer);
    builtIn = timer instanceof BuiltInTimer own ? own : null;
    counting = builtIn == null ? Counting.UNKNOWN : builtIn.counting();
  }

  Runner runner() {
    return runner;
  }

  /** Returns the last calibration; {@link Calibration#NONE} before the first. */
  Calibration calibration() {
    return calibration;
  }

  /**
   * Prepares for a measurement: calibrates unless that has been done, and again if the counter has
   * been lost since, or if one of core cycles stood still.
   */
  void prepare(RunWarnings warnings) {
    boolean isStill = calibration.cycles().stoodStill() && counting.isOfCore();
    if (!hasLost(warnings) && (isStill || calibration.equals(Calibration.NONE))) {
      calibrate(warnings);
    }
  }

  /** Looks for a loss of the counter, and calibrates with its successor. */
  boolean hasLost(RunWarnings warnings) {
    String loss = builtIn == null ? null : builtIn.lossSince(counting);
    if (builtIn == null || loss == null) {
      return false;
    }
    warnings.wrong(loss);
    counting = builtIn.counting();
    calibrate(warnings);
    return true;
  }

  /** Calibrates. If the counter is lost meanwhile, its successor's calibration holds. */
  private void calibrate(RunWarnings warnings) {
    Calibration latest = runner.calibrate();
    if (!hasLost(warnings)) {
      calibration = latest;
    }
  }

  /** Looks again at the cost of an iteration: see {@link Runner#lowered}. */
  void lower() {
    calibration = runner.lowered(calibration);
  }

  /** Describes what is counted, as of the last look for a loss. */
  Counting counting() {
    return counting;
  }

  /** Returns the fraction of the time that a shared counter ran, 0 to 1; empty if not known. */
  OptionalDouble sharedFraction() {
    return builtIn == null ? OptionalDouble.empty() : builtIn.sharedFraction();
  }
}
