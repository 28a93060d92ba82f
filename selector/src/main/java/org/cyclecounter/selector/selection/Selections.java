// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;

/** Selections that end, whatever a counter, a kernel setting or a class loader does meanwhile. */
public final class Selections {

  /** All steps of a selection together may take as long as so many of them. */
  private static final int MAX_STEPS = 200;

  private Selections() {}

  /** A counter, how it was selected, and what is known of all counters beside the report. */
  public record Outcome(Installation installation, SelectionReport report, CounterFacts facts) {}

  /**
   * Tries every counter and installs the best; a clock where the selection itself fails. Never
   * throws.
   */
  public static Outcome select(Settings settings, boolean quiet) {
    SelectionContext context = SelectionContext.enter(false);
    Callable<Outcome> ending =
        () -> {
          try {
            SelectionWarnings warnings = quiet ? SelectionWarnings.NONE : SelectionWarnings.ALL;
            Ranking ranking = new SelectionRun(settings, warnings, context).all(null);
            Installation best = ranking.install(true);
            ranking.closeAllBut(best);
            return new Outcome(best, ranking.report(), ranking.facts());
          } finally {
            context.end();
          }
        };
    try {
      TaskResult<Outcome> result =
          TimeLimit.uninterrupted(ending, MAX_STEPS * 1000L * TimeLimit.seconds());
      Outcome selected = result.value();
      return selected != null ? selected : clock(settings, Reasons.selectionFailed(result));
    } finally {
      context.leave();
    }
  }

  /** Tries every counter; all that work stay open. On the calling thread. */
  public static Ranking rank(Settings settings) {
    SelectionContext context = SelectionContext.enter(false);
    try {
      return new SelectionRun(settings, SelectionWarnings.NAMES, context).all(null);
    } finally {
      context.end();
      context.leave();
    }
  }

  private static Outcome clock(Settings settings, String why) {
    Frequency frequency = settings.frequency();
    CycleCounter clock = ScaledClock.of(frequency.hz(), settings.highResolution());
    return new Outcome(
        Installation.of(clock),
        SelectionReports.ofClock(frequency, why),
        name -> name.equals(ScaledClock.NAME) ? Optional.of(Counted.TIME) : Optional.empty());
  }
}
