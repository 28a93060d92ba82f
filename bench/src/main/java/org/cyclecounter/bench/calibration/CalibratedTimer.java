package org.cyclecounter.bench.calibration;

import java.util.OptionalDouble;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.measuring.Runner;
import org.cyclecounter.bench.measuring.Warnings;
import org.cyclecounter.bench.timer.CounterLoss;
import org.cyclecounter.bench.timer.CounterWatch;
import org.cyclecounter.bench.timer.Counting;
import org.jspecify.annotations.Nullable;

/**
 * A timer, and what the harness costs with the counter that it reads. Should that counter be lost,
 * both change together. Not thread-safe.
 */
public final class CalibratedTimer {

  /** A timer has fewer counters than that to lose. */
  private static final int MAX_LOSSES = 16;

  private final BenchTimer timer;
  private final Runner runner;
  private final CounterWatch watch;
  private Counting counting;
  private @Nullable Calibration calibration;

  /**
   * Takes a timer, and does nothing with it yet.
   *
   * @param timer the timer
   */
  public CalibratedTimer(BenchTimer timer) {
    this.timer = timer;
    runner = new Runner(timer);
    watch = new CounterWatch(timer);
    counting = watch.counting();
  }

  /**
   * Runs with this timer.
   *
   * @return always the same
   */
  public Runner runner() {
    return runner;
  }

  /**
   * What calibration has found.
   *
   * @return null before there was any
   */
  public @Nullable Calibration found() {
    return calibration;
  }

  /**
   * Calibrates where that has not been done.
   *
   * @param warnings told of a counter that is lost meanwhile
   * @return what was found
   */
  public Calibration calibration(Warnings warnings) {
    Calibration found = calibration;
    return found == null ? calibrate(warnings) : found;
  }

  /**
   * Prepares for a measurement: calibrates where that has not been done, and once more where the
   * counter has been lost since, or one of core cycles stood still.
   *
   * @param warnings told of losses
   * @return what was found
   */
  public Calibration ready(Warnings warnings) {
    Calibration found = calibration;
    return found == null
            || lostSince(warnings)
            || found.cycles().stoodStill() && counting.isOfCore()
        ? calibrate(warnings)
        : found;
  }

  /**
   * Notices that the counter has been lost, and calibrates with the one that takes its place.
   *
   * @param warnings told of the loss
   * @return whether it was lost
   */
  public boolean hasLost(Warnings warnings) {
    if (!lostSince(warnings)) {
      return false;
    }
    calibrate(warnings);
    return true;
  }

  private Calibration calibrate(Warnings warnings) {
    Calibration found;
    do {
      found = Calibrator.calibrate(timer);
    } while (lostSince(warnings));
    calibration = found;
    return found;
  }

  private boolean lostSince(Warnings warnings) {
    boolean isLost = false;
    for (int losses = 0; losses < MAX_LOSSES; losses++) {
      CounterLoss loss = watch.lossSince(counting);
      if (loss == null) {
        break;
      }
      warnings.wrong(loss.sentence());
      counting = watch.counting();
      isLost = true;
    }
    return isLost;
  }

  /** Looks again at what an iteration costs: see {@link Calibrator#lowered}. */
  public void lower() {
    Calibration found = calibration;
    if (found != null) {
      calibration = Calibrator.lowered(found, runner);
    }
  }

  /**
   * What is counted.
   *
   * @return as it was when a loss was last looked for
   */
  public Counting counting() {
    return counting;
  }

  /**
   * The part of the time that the counter ran, where others share it.
   *
   * @return from 0 to 1; empty where that is not known
   */
  public OptionalDouble sharedFraction() {
    return watch.sharedFraction();
  }
}
