// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Locale;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Overhead;
import org.cyclecounter.bench.measuring.Compilers;
import org.cyclecounter.bench.measuring.Disturbances;
import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.cyclecounter.bench.measuring.ThreadWaits;
import org.cyclecounter.bench.measuring.WatchedRun;
import org.cyclecounter.bench.timer.Counting;

/** Searches for a number of iterations that takes long enough, and measures with it. */
final class IterationSearch {

  private static final double ENOUGH = Math.sqrt(0.5);
  private static final double MIN_WARM_UP_SECONDS = 0.5;
  private static final double MAX_WARM_UP_SECONDS = 2;

  /** Limit of repetitions of a run in which the compiler was at work. */
  private static final int REPEATS = 2;

  /** A run of so many targets for which the clock hardly advanced is given up. */
  private static final double WAITING = 20;

  private static final double MIN_WAITING_SECONDS = 5;

  /** A function that waits for so many times as long as it computes cannot be measured by a run. */
  private static final double WAITS = 9;

  /** A clock that stood still in calibration is given up after standing still for so long again. */
  private static final double STILL_SECONDS = 0.5;

  /** The duration of a shorter run hardly predicts that of a longer one. */
  private static final double SHORT_SECONDS = 1e-3;

  /** No processor does anything, even a part of a vector, in so little of a second. */
  private static final double REMOVED_SECONDS = 1e-13;

  /** Limit of repetitions of a run that loses its counter. */
  private static final int MAX_LOSSES = 4;

  private final CalibratedTimer timer;
  private final Runner runner;
  private final double targetSeconds;
  private final RunWarnings warnings;
  private final Disturbances disturbances;

  /**
   * Creates a search, and calibrates if necessary.
   *
   * @throws BenchException if the clock cannot be read
   */
  IterationSearch(CalibratedTimer timer, double targetSeconds, RunWarnings warnings) {
    this.timer = timer;
    this.runner = timer.runner();
    this.targetSeconds = targetSeconds;
    this.warnings = warnings;
    this.disturbances = new Disturbances(warnings);
    timer.prepare(warnings);
    Calibration calibration = timer.calibration();
    if (!calibration.time().valid() && !calibration.time().stoodStill()) {
      throw noClock();
    }
  }

  /** Returns the first run that takes long enough, or that of the largest n. */
  WatchedRun search(BenchFunction function) {
    // A single operation may take as long as the target: then one run without warm-up is enough.
    ThreadWaits before = ThreadWaits.now();
    WatchedRun first = first(function);
    requireProgress(first, before);
    if (isLongEnough(first.run())) {
      return first;
    }
    double seconds = Math.min(Math.max(targetSeconds, MIN_WARM_UP_SECONDS), MAX_WARM_UP_SECONDS);
    long n = WarmUp.run(runner, function, (long) (seconds * 1e9));
    int repeats = 0;
    while (true) {
      before = ThreadWaits.now();
      WatchedRun watched = run(function, n);
      Run run = watched.run();
      requireProgress(watched, before);
      if (!isLongEnough(run) && n < Long.MAX_VALUE) {
        n = next(n, run.seconds(), run.wallNs() * 1e-9, targetSeconds);
      } else if (!(watched.wasCompiling() || Compilers.areBusy()) || repeats++ == REPEATS) {
        return watched;
      }
      disturbances.before(watched, timer.counting());
    }
  }

  /** Runs once, and again if that waited: a first run may wait for what is prepared only once. */
  private WatchedRun first(BenchFunction function) {
    ThreadWaits before = ThreadWaits.now();
    WatchedRun first = run(function, 1);
    if (!ThreadWaits.now().hasWaited(first, before, 1)) {
      return first;
    }
    before = ThreadWaits.now();
    WatchedRun second = run(function, 1);
    if (ThreadWaits.now().hasWaited(second, before, WAITS)) {
      throw waiting(second.run());
    }
    return second;
  }

  private WaitingException waiting(Run run) {
    return new WaitingException(run.wallNs() * 1e-9, run.seconds(), runner.timer().describe());
  }

  private boolean isLongEnough(Run run) {
    return run.seconds() >= targetSeconds * ENOUGH;
  }

  private WatchedRun run(BenchFunction function, long n) {
    return run(function, n, 1);
  }

  /** Runs once, and again with the successor if the counter was lost meanwhile. */
  WatchedRun run(BenchFunction function, long n, int pieces) {
    for (int losses = 0; ; losses++) {
      WatchedRun watched = WatchedRun.of(() -> runner.run(function, n / pieces), pieces);
      if (!watched.run().timeValid()) {
        throw new BenchException(
            "The clock could not be read, or ran backwards (" + runner.timer().describe() + ").");
      }
      boolean isLost = timer.hasLost(warnings);
      if (!isLost && !watched.run().jumped()) {
        return watched;
      }
      disturbances.forget();
      boolean isLast = isLost && timer.counting().implementation().isEmpty();
      if (isLast || losses == MAX_LOSSES) {
        return watched.withoutCycles();
      }
      if (!isLost) {
        warnings.wrong("the cycles jumped as if the counter had been lost; the run is repeated");
      }
    }
  }

  private BenchException noClock() {
    return new BenchException(
        "Nothing can be measured: "
            + timer.calibration().time().reason()
            + " ("
            + runner.timer().describe()
            + ").");
  }

  private void requireProgress(WatchedRun watched, ThreadWaits before) {
    Run run = watched.run();
    double wallSeconds = run.wallNs() * 1e-9;
    if (timer.calibration().time().stoodStill()
        && run.seconds() == 0
        && (wallSeconds > Math.max(targetSeconds, STILL_SECONDS) || run.n() == Long.MAX_VALUE)) {
      throw noClock();
    }
    if (wallSeconds > Math.max(WAITING * targetSeconds, MIN_WAITING_SECONDS)
        && run.seconds() < wallSeconds / 10
        && (run.seconds() < watched.cpuSeconds() / 10 // the clock stands still
            || ThreadWaits.now().hasWaited(watched, before, WAITS))) { // or it was preempted
      throw new BenchException(
          String.format(
              Locale.ROOT,
              "The clock advanced by %.3f s in a run of %.1f s: the function waits rather than"
                  + " computes (use clock=monotonic), or the clock stands still (%s).",
              run.seconds(),
              wallSeconds,
              runner.timer().describe()));
    }
  }

  /**
   * Returns an n that should take the target, or at first a tenth of it, for a run to compare the
   * final one with. Always more than {@code n}, and at most 2^63 - 1.
   */
  static long next(long n, double seconds, double wallSeconds, double targetSeconds) {
    // A run that took long, but not by the clock, may be that of a function that waits.
    double max = wallSeconds > targetSeconds ? 4 : seconds < SHORT_SECONDS ? 16 : 1e6;
    double aim = seconds < targetSeconds / 20 ? targetSeconds / 10 : targetSeconds;
    double factor = seconds > 0 ? Math.min(aim / seconds, max) : max;
    double wanted = Math.ceil(n * factor);
    return wanted >= Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(n + 1, (long) wanted);
  }

  /** Takes the harness's cost out of a run that counts, and tells what disturbed it. */
  Timing accept(WatchedRun watched, double base) {
    Run run = watched.counted();
    Counting counting = timer.counting();
    boolean stoodStill = disturbances.stoodStill(watched, counting);
    disturbances.check(watched, counting, base, timer.sharedFraction());
    if (run.seconds() < REMOVED_SECONDS * run.n()) {
      warnings.wrong(
          "the compiler removed the operation: its result is unused; return it, or pass it to"
              + " Sink");
    }
    timer.lower();
    Calibration calibration = timer.calibration();
    stoodStill |= counting.isOfCore() && calibration.cycles().stoodStill();
    boolean cyclesValid = areCyclesValid(run, calibration.cycles(), stoodStill);
    return new Timing(
        run.n() * base,
        calibration.time().takenOutOf(run.seconds(), watched.calls(), run.n()),
        cyclesValid ? calibration.cycles().takenOutOf(run.cycles(), watched.calls(), run.n()) : 0,
        true,
        cyclesValid,
        counting.clock(),
        counting.counter(),
        counting.counted(),
        watched.isDisturbed());
  }

  private boolean areCyclesValid(Run run, Overhead cycles, boolean stoodStill) {
    if (stoodStill) {
      warnings.wrong(
          "the counter stood still: a virtual PMU short of counters does that; the cycles are not"
              + " valid");
      return false;
    }
    boolean isValid =
        run.cyclesValid() && (cycles.valid() || cycles.stoodStill() && run.cycles() > 0);
    if (cycles.valid() && !isValid) {
      warnings.wrong("the cycles could not be read, or ran backwards, and are not valid");
    }
    return isValid;
  }
}
