// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.choice;

import java.util.Map;
import java.util.concurrent.Callable;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;

/** Choices that end, whatever a counter, a kernel setting or a class loader does meanwhile. */
public final class BoundedChoice {

  /** All steps of a choice together may take as long as so many of them. */
  private static final int MAX_STEPS = 200;

  private BoundedChoice() {}

  /**
   * A counter, how it was chosen and, by counters' names, what those that work count and what keeps
   * others from working.
   */
  public record Chosen(
      Installation installation,
      SelectionReport report,
      Map<String, Counted> counted,
      Map<String, Obstacle> obstacles) {}

  /**
   * Tries every counter and installs the best; a clock where the choice itself fails. Never throws.
   */
  public static Chosen choose(Settings settings, boolean quiet) {
    ChoiceContext context = ChoiceContext.enter(false);
    Callable<Chosen> ending =
        () -> {
          try {
            ChoiceWarnings warnings = quiet ? ChoiceWarnings.NONE : ChoiceWarnings.ALL;
            Ranking ranking = new Choice(settings, warnings, context).all(null);
            Installation best = ranking.install(true);
            ranking.closeAllBut(best);
            return new Chosen(best, ranking.report(), ranking.counted(), ranking.obstacles());
          } finally {
            context.end();
          }
        };
    try {
      TaskResult<Chosen> result =
          TimeLimit.uninterrupted(ending, null, MAX_STEPS * 1000L * TimeLimit.seconds());
      Chosen chosen = result.value();
      return chosen != null ? chosen : clock(settings, Reasons.choiceFailed(result));
    } finally {
      context.leave();
    }
  }

  /** Tries every counter; all that work stay open. On the calling thread. */
  public static Ranking rank(Settings settings) {
    ChoiceContext context = ChoiceContext.enter(false);
    try {
      return new Choice(settings, ChoiceWarnings.NAMES, context).all(null);
    } finally {
      context.end();
      context.leave();
    }
  }

  private static Chosen clock(Settings settings, String why) {
    Frequency frequency = settings.frequency();
    CycleCounter clock = ScaledClock.of(frequency.hz(), settings.highResolution());
    return new Chosen(
        Installation.of(clock),
        ChoiceReports.ofClock(frequency, why),
        Map.of(clock.implementation(), Counted.TIME),
        Map.of());
  }
}
