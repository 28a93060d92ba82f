// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Overhead;
import org.cyclecounter.bench.measuring.Compilers;
import org.cyclecounter.bench.measuring.Disturbances;
import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.cyclecounter.bench.measuring.WatchedRun;
import org.cyclecounter.bench.timer.TimerDescription;

/**
 * A subject that has been warmed up, and whose number of iterations for the target is known. Each
 * {@link #run} measures it once more, so that several can take turns. Not thread-safe, as the bench
 * itself.
 */
final class PreparedSubject {

  private static final double ENOUGH = Math.sqrt(0.5);

  /** A shorter operation is warmed up even if it takes as long as the target while interpreted. */
  private static final double SLOW_SECONDS = 0.1;

  /** Limits of the many short calls at the beginning of a warm-up, by the target. */
  private static final double MIN_OFTEN_SECONDS = 0.125;

  private static final double MAX_OFTEN_SECONDS = 0.5;

  /** A run in which the compiler was at work is repeated so often, and for so long. */
  private static final int REPEATS = 2;

  private static final long MAX_COMPILING_NS = 2_000_000_000;

  /** A run of 20 targets whose clock barely advanced is given up. */
  private static final double WAITING = 20;

  private static final double MIN_WAITING_SECONDS = 5;

  /** A function that waits 9 times as long as it computes cannot be measured by a run. */
  private static final double WAITS = 9;

  /** A clock that stood still in calibration is given up after standing still for so long again. */
  private static final double STILL_SECONDS = 0.5;

  /** The duration of a shorter run hardly predicts that of a longer one. */
  private static final double SHORT_SECONDS = 1e-3;

  /** Cycles in which no processor does a single operation, if the compiler has left it one. */
  private static final double REMOVED_CYCLES = 0.1;

  /** As many at 5 GHz, for a timer without cycles. */
  private static final double REMOVED_SECONDS = REMOVED_CYCLES / 5e9;

  /** Limit of repetitions of a run that loses its counter. */
  private static final int MAX_LOSSES = 4;

  /** On a machine with other work a thread keeps its processor for some milliseconds. */
  private static final double PIECE_SECONDS = 1e-3;

  private static final int MAX_PIECES = 1000;

  private final CalibratedTimer timer;
  private final double targetSeconds;
  private final RunWarnings warnings;
  private final Subject subject;

  /** Of the runs with the counter in use: rates of two counters are not compared. */
  private Disturbances disturbances;

  private WatchedRun found;

  /** True if the compilers, and the speed, settled before {@link #found}. */
  private boolean isCompiled;

  /**
   * Calibrates if necessary, warms the subject up, and searches for a number of iterations that
   * takes long enough.
   *
   * @throws BenchException if the clock cannot be read
   */
  PreparedSubject(
      CalibratedTimer timer, double targetSeconds, RunWarnings warnings, Subject subject) {
    this.timer = timer;
    this.targetSeconds = targetSeconds;
    this.warnings = warnings;
    this.subject = subject;
    this.disturbances = new Disturbances(warnings);
    timer.prepare(warnings);
    Calibration calibration = timer.calibration();
    if (!calibration.time().valid() && !calibration.time().stoodStill()) {
      throw noClock(calibration.time().reason());
    }
    found = search();
  }

  /**
   * Returns the run by which the number of iterations was found, in one piece, as {@link
   * Bench#measure} makes it. Call it before {@link #run}.
   */
  Timing first() {
    return accept(found);
  }

  /**
   * Runs for about the target once more, in pieces of about a millisecond. Pieces in which the
   * thread lost its processor do not count, unless that is nearly all of them.
   */
  Timing run() {
    WatchedRun watched = again();
    if (watched.run().seconds() < found.run().seconds() / 2) {
      found = search(); // it is compiled by now
      watched = again();
    }
    return accept(watched);
  }

  private WatchedRun again() {
    long n = found.run().n();
    long pieces = (long) Math.min(found.cpuSeconds() / PIECE_SECONDS, MAX_PIECES);
    return run(n, (int) Math.max(1, Math.min(n, pieces)));
  }

  /** Returns the first run that takes long enough, or that of the largest n. */
  private WatchedRun search() {
    isCompiled = true;
    // A slow operation may take as long as the target: then one run without warm-up is enough.
    WatchedRun watched = run(1, 1);
    if (watched.hasWaited(1)) { // once more: it may have waited for what is prepared only once
      watched = run(1, 1);
      requireComputing(watched);
    }
    requireProgress(watched);
    if (isLongEnough(watched.run()) && watched.run().seconds() >= SLOW_SECONDS) {
      return watched;
    }
    double seconds = Math.min(Math.max(targetSeconds / 4, MIN_OFTEN_SECONDS), MAX_OFTEN_SECONDS);
    WarmUp.Outcome warm = WarmUp.run(timer, subject.function(), (long) (seconds * 1e9));
    if (!warm.isSettled()) {
      notCompiled("the compilers, or the speed, did not settle in the warm-up");
    }
    long n = warm.n();
    long warmNs = timer.clock().wallNs().getAsLong();
    int repeats = 0;
    while (true) {
      watched = run(n, 1);
      Run run = watched.run();
      requireProgress(watched);
      if (!isLongEnough(run) && n < Long.MAX_VALUE) {
        n = next(n, run.seconds(), run.wallNs() * 1e-9, targetSeconds);
      } else if (!(watched.wasCompiling() || Compilers.areBusy())) {
        return watched;
      } else if (repeats++ >= REPEATS
          && timer.clock().wallNs().getAsLong() - warmNs > MAX_COMPILING_NS) {
        notCompiled("the compilers were still at work after the warm-up");
        return watched;
      }
      disturbances.before(watched, timer.counting());
    }
  }

  private void notCompiled(String cause) {
    isCompiled = false;
    warnings.wrong("not yet compiled: " + cause);
  }

  private boolean isLongEnough(Run run) {
    return run.seconds() >= targetSeconds * ENOUGH;
  }

  /**
   * Runs once, and again with the successor, or without a counter, if it was lost in the run.
   * Cycles of a run that was made with two counters are not valid.
   */
  private WatchedRun run(long n, int pieces) {
    for (int losses = 0; ; losses++) {
      WatchedRun watched = WatchedRun.of(() -> timer.run(subject.function(), n / pieces), pieces);
      if (!watched.run().timeValid()) {
        throw new BenchException(
            "The clock could not be read, or ran backwards (" + timer.description() + ").");
      }
      boolean isLost = timer.hasLost(warnings);
      boolean isWhole = !isLost && !watched.run().jumped();
      if (isWhole || losses == MAX_LOSSES) {
        return watched;
      }
      disturbances = new Disturbances(warnings);
      if (!isLost) {
        warnings.wrong("the cycles jumped as if the counter had been lost; the run is repeated");
      }
    }
  }

  private BenchException noClock(String reason) {
    return new BenchException(
        "Nothing can be measured: " + reason + " (" + timer.description() + ").");
  }

  private void requireComputing(WatchedRun watched) {
    if (watched.hasWaited(WAITS)) {
      Run run = watched.run();
      throw new WaitingException(run.wallNs() * 1e-9, run.seconds(), timer.description());
    }
  }

  /** Gives a function up that waits by now, and a clock that stands still: its n has no end. */
  private void requireProgress(WatchedRun watched) {
    Run run = watched.run();
    double wallSeconds = run.wallNs() * 1e-9;
    boolean isLong = wallSeconds > Math.max(WAITING * targetSeconds, MIN_WAITING_SECONDS);
    boolean isStill = isLong && run.seconds() < watched.cpuSeconds() / 10;
    if (timer.calibration().time().stoodStill() && run.seconds() == 0) {
      isStill |= wallSeconds > Math.max(targetSeconds, STILL_SECONDS) || run.n() == Long.MAX_VALUE;
    }
    if (isStill) {
      throw noClock("the clock" + Overhead.STANDS_STILL);
    }
    if (isLong) {
      requireComputing(watched);
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
  private Timing accept(WatchedRun watched) {
    Run run = watched.counted();
    TimerDescription counting = timer.counting();
    boolean stoodStill = disturbances.stoodStill(watched, counting);
    disturbances.check(watched, counting, timer.sharedFraction());
    if (isRemoved(run)) {
      warnings.wrong(
          "the compiler removed the operation, or merged it with its neighbours: an iteration takes"
              + " less than 0.1 cycles; return a result that depends on each, or pass it to Sink");
    }
    timer.lower();
    Calibration calibration = timer.calibration();
    stoodStill |= counting.isOfCore() && calibration.cycles().stoodStill();
    boolean cyclesValid = areCyclesValid(run, calibration.cycles(), stoodStill);
    double cycles = Disturbances.cycles(run, counting);
    return new Timing(
        run.n() * subject.base(),
        calibration.time().takenOutOf(run.seconds(), watched.calls(), run.n()),
        cyclesValid ? calibration.cycles().takenOutOf(cycles, watched.calls(), run.n()) : 0,
        true,
        cyclesValid,
        counting.clock(),
        counting.counter(),
        counting.counted(),
        watched.isDisturbed(),
        isCompiled);
  }

  /** Returns true if an iteration, the loop included, takes less than any operation can. */
  static boolean isRemoved(Run run) {
    return run.cyclesValid() && run.cycles() > 0
        ? run.cycles() < REMOVED_CYCLES * run.n()
        : run.seconds() < REMOVED_SECONDS * run.n();
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
