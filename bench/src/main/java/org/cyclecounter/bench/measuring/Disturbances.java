package org.cyclecounter.bench.measuring;

import java.util.Locale;
import java.util.function.Consumer;
import org.cyclecounter.bench.timer.RateMeaning;

/** Tells what may have disturbed a run. */
final class Disturbances {

  /** A change below this share is not told. */
  private static final double SHARE = 0.02;

  /** The rate of a shorter run is too uncertain. */
  private static final double LEAST_SECONDS = 1e-3;

  private final RateMeaning meaning;
  private final Consumer<String> warnings;
  private double rateBefore;

  Disturbances(RateMeaning meaning, Consumer<String> warnings) {
    this.meaning = meaning;
    this.warnings = warnings;
  }

  /** Remembers the rate of a run that does not count, to compare the next one with. */
  void before(Run run) {
    if (hasRate(run)) {
      rateBefore = run.cycles() / run.seconds();
    }
  }

  /** Looks at a run that counts. */
  void check(WatchedRun watched) {
    Run run = watched.run();
    String moved = watched.end().movedSince(watched.start());
    if (!moved.isEmpty()) {
      warn(moved);
    }
    if (watched.wasCompiling()) {
      warn("the compiler was at work for " + watched.compiledMs() + " ms during the run");
    }
    if (hasRate(run)) {
      checkRate(run);
    }
    before(run);
  }

  private void checkRate(Run run) {
    if (meaning == RateMeaning.WAITING) {
      double waited = 1 - run.seconds() / (run.wallNs() * 1e-9);
      if (waited > SHARE) {
        warn(
            format(
                "the thread was without a processor for %.0f %% of the run, and the cycles counted on",
                100 * waited));
      }
    } else if (meaning != RateMeaning.NOTHING && rateBefore > 0) {
      double rate = run.cycles() / run.seconds();
      if (Math.abs(rate / rateBefore - 1) > SHARE) {
        warn(
            format(
                "cycles per second changed from %.2f to %.2f GHz since the run before: the frequency"
                    + " moved%s",
                rateBefore * 1e-9,
                rate * 1e-9,
                meaning == RateMeaning.FREQUENCY
                    ? ""
                    : ", or the thread was without a processor for a time"));
      }
    }
  }

  private static boolean hasRate(Run run) {
    return run.timeValid()
        && run.cyclesValid()
        && run.seconds() >= LEAST_SECONDS
        && run.cycles() > 0;
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  void warn(String what) {
    warnings.accept(Character.toUpperCase(what.charAt(0)) + what.substring(1) + ".");
  }
}
