// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.OptionalDouble;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.cyclecounter.bench.timer.BuiltInTimer;
import org.cyclecounter.bench.timer.Counting;
import org.jspecify.annotations.Nullable;

/**
 * A timer, and what the harness costs with the counter that it reads. Should that counter be lost,
 * both change together; nothing is known of the counter of a timer that is not one of ours. Not
 * thread-safe.
 */
final class CalibratedTimer {

  /** A timer has fewer counters than that to lose. */
  private static final int MAX_LOSSES = 16;

  private final Runner runner;
  private final @Nullable BuiltInTimer builtIn;
  private Counting counting;
  private @Nullable Calibration calibration;

  /** Takes a timer, and does nothing with it yet. */
  CalibratedTimer(BenchTimer timer) {
    runner = new Runner(timer);
    builtIn = timer instanceof BuiltInTimer.Owner owner ? owner.builtIn() : null;
    counting = builtIn == null ? Counting.UNKNOWN : builtIn.counting();
  }

  Runner runner() {
    return runner;
  }

  /** What calibration has found. */
  @Nullable Calibration found() {
    return calibration;
  }

  /** Calibrates where that has not been done. */
  Calibration calibration(RunWarnings warnings) {
    Calibration found = calibration;
    return found == null ? calibrate(warnings) : found;
  }

  /**
   * Prepares for a measurement: calibrates where that has not been done, and once more where the
   * counter has been lost since, or one of core cycles stood still.
   */
  Calibration ready(RunWarnings warnings) {
    Calibration found = calibration;
    return found == null
            || lostSince(warnings)
            || found.cycles().stoodStill() && counting.isOfCore()
        ? calibrate(warnings)
        : found;
  }

  /** Notices that the counter has been lost, and calibrates with the one that takes its place. */
  boolean hasLost(RunWarnings warnings) {
    if (!lostSince(warnings)) {
      return false;
    }
    calibrate(warnings);
    return true;
  }

  private Calibration calibrate(RunWarnings warnings) {
    Calibration found;
    do {
      found = Calibrator.calibrate(runner);
    } while (lostSince(warnings));
    calibration = found;
    return found;
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

  /** Looks again at what an iteration costs: see {@link Calibrator#lowered}. */
  void lower() {
    Calibration found = calibration;
    if (found != null) {
      calibration = Calibrator.lowered(found, runner);
    }
  }

  /** What is counted, as it was when a loss was last looked for. */
  Counting counting() {
    return counting;
  }

  /** The part of the time that the counter ran, where others share it. */
  OptionalDouble sharedFraction() {
    return builtIn == null ? OptionalDouble.empty() : builtIn.sharedFraction();
  }
}
