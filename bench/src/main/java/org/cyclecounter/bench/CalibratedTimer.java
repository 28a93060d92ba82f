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

  /** More than any timer has counters: a bound, should one be lost again and again. */
  private static final int MAX_LOSSES = 16;

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

  /** Calibrates unless that has been done. */
  void calibrateOnce(RunWarnings warnings) {
    if (calibration.equals(Calibration.NONE)) {
      calibrate(warnings);
    }
  }

  /**
   * Prepares for a measurement: calibrates unless that has been done, and again if the counter has
   * been lost since, or if one of core cycles stood still.
   */
  void prepare(RunWarnings warnings) {
    if (calibration.equals(Calibration.NONE)
        || lostSince(warnings)
        || calibration.cycles().stoodStill() && counting.isOfCore()) {
      calibrate(warnings);
    }
  }

  /** Looks for a loss of the counter, and calibrates with its successor. */
  boolean hasLost(RunWarnings warnings) {
    boolean isLost = lostSince(warnings);
    if (isLost) {
      calibrate(warnings);
    }
    return isLost;
  }

  private void calibrate(RunWarnings warnings) {
    Calibration latest;
    do {
      latest = Calibrator.calibrate(runner);
    } while (lostSince(warnings));
    calibration = latest;
  }

  private boolean lostSince(RunWarnings warnings) {
    boolean isLost = false;
    for (int losses = 0; builtIn != null && losses < MAX_LOSSES; losses++) {
      String loss = builtIn.lossSince(counting);
      if (loss == null) {
        break;
      }
      warnings.wrong(loss);
      counting = builtIn.counting();
      isLost = true;
    }
    return isLost;
  }

  /** Looks again at the cost of an iteration: see {@link Calibrator#lowered}. */
  void lower() {
    calibration = Calibrator.lowered(calibration, runner);
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
