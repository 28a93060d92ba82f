// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.util.Locale;
import java.util.OptionalDouble;
import org.cyclecounter.bench.timer.RateMeaning;
import org.cyclecounter.bench.timer.TimerDescription;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/** Reports what may have disturbed a run. */
public final class Disturbances {

  /** Changes below this share are not reported. */
  private static final double SHARE = 0.02;

  /** Frequencies change, but seldom by as much from one run to the next. */
  private static final double HALF = 0.5;

  /** Core cycles rise within this time if they rise at all. */
  private static final double STILL_SECONDS = 1e-3;

  /** The wait of a shorter run is too uncertain. */
  private static final double MIN_SECONDS = 1e-3;

  private final RunWarnings warnings;
  private @Nullable Rate rateBefore;
  private RateMeaning meaningBefore = RateMeaning.NOTHING;
  private boolean stoodStillBefore;

  /** Creates an instance that has seen no run. */
  public Disturbances(RunWarnings warnings) {
    this.warnings = warnings;
  }

  /** Remembers the rate of a run that does not count, to compare the next one with. */
  public void before(WatchedRun watched, TimerDescription counting) {
    stoodStillBefore = isStill(watched, counting);
    Rate rate = Rate.of(watched, counting.rate());
    if (rate != null) {
      rateBefore = rate;
      meaningBefore = counting.rate();
    }
  }

  /**
   * Checks a run that counts.
   *
   * @param sharedFraction for which the counter ran, if that is known
   */
  public void check(WatchedRun watched, TimerDescription counting, OptionalDouble sharedFraction) {
    if (watched.isWhole()) {
      checkPlacement(watched.start(), watched.end());
      if (watched.collections() > 0) {
        warnings.disturbed("garbage was collected during the run");
      }
    }
    if (watched.wasCompiling()) {
      warnings.disturbed(
          "the compiler was at work for " + watched.compiledMs() + " ms during the run");
    }
    double share = sharedFraction.orElse(1);
    if (share < EventState.MIN_SHARE) {
      warnings.wrong(format("the counter was shared: it ran for %.0f %% of the time", 100 * share));
    } else if (counting.rate() == RateMeaning.WAITING) {
      checkWait(waitingShare(watched.counted(), counting));
    } else {
      checkRate(watched, counting.rate());
    }
    before(watched, counting);
  }

  /**
   * Returns whether core cycles did not rise at all in a run in which they must have risen, or in
   * the one before: then they may have risen for part of this one only. Call before {@link #check}.
   */
  public boolean stoodStill(WatchedRun watched, TimerDescription counting) {
    return stoodStillBefore || isStill(watched, counting);
  }

  private static boolean isStill(WatchedRun watched, TimerDescription counting) {
    return counting.isOfCore()
        && watched.run().cyclesValid()
        && watched.run().cycles() == 0
        && watched.cpuSeconds() >= STILL_SECONDS;
  }

  private void checkPlacement(ThreadPlacement start, ThreadPlacement end) {
    long moves = end.movesSince(start);
    if (moves > 0) {
      boolean isCounted = start.migrations() >= 0 && end.migrations() >= 0;
      warnings.disturbed(
          "the thread was moved "
              + (isCounted
                  ? "to another processor " + (moves == 1 ? "once" : moves + " times")
                  : "from processor " + start.processor() + " to " + end.processor())
              + " during the run");
    }
  }

  /** Returns a run's cycles without those that were counted while the thread had no processor. */
  public static double cycles(Run run, TimerDescription counting) {
    return run.cycles() * (1 - waitingShare(run, counting));
  }

  /**
   * Returns the share of a run in which ticks went on, and the clock did not; 0 for other counters,
   * and where it is too little to matter.
   */
  private static double waitingShare(Run run, TimerDescription counting) {
    if (counting.rate() != RateMeaning.WAITING
        || !run.timeValid()
        || !run.cyclesValid()
        || run.seconds() < MIN_SECONDS) {
      return 0;
    }
    double waited = 1 - run.seconds() / (run.wallNs() * 1e-9);
    return waited > WatchedRun.WAIT_SHARE ? waited : 0;
  }

  private void checkWait(double waited) {
    if (waited > 0) {
      warnings.disturbed(
          format(
              "the thread was off the processor for %.0f %% of the run, whose cycles are left out",
              100 * waited));
    }
  }

  private void checkRate(WatchedRun watched, RateMeaning meaning) {
    Rate rate = Rate.of(watched, meaning);
    if (rate == null || rateBefore == null || meaning != meaningBefore) {
      return;
    }
    double change = rate.changeSince(rateBefore);
    if (Math.abs(change) <= SHARE) {
      return;
    }
    String changed =
        format(
            "cycles per second%s changed from %.2f to %.2f GHz since the run before: ",
            meaning == RateMeaning.USER_TIME ? " in user mode" : "",
            rateBefore.hertz() * 1e-9,
            rate.hertz() * 1e-9);
    if (change < -HALF) {
      warnings.wrong(
          changed + "that is less than half; the counter may have stood still for part of the run");
      return;
    }
    // A virtual PMU that is short of counters looks the same: the kernel says that they run.
    String why =
        change > 1
            ? "that is more than double; the counter may have stood still for part of the run"
                + " before"
            : "the frequency moved, or "
                + (meaning == RateMeaning.UNKNOWN
                    ? "the thread was without a processor for a time"
                    : "the counter stood still for part of one of the runs");
    warnings.disturbed(changed + why);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
