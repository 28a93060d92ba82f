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
public final class Choices {

  /** All steps of a choice together may take as long as so many of them. */
  private static final int MAX_STEPS = 200;

  private Choices() {}

  /**
   * A counter and how it was chosen.
   *
   * @param installation the counter
   * @param report as it was then
   * @param counted what each counter that works counts, by its name
   * @param obstacles what keeps others from working, by their names
   */
  public record Chosen(
      Installation installation,
      SelectionReport report,
      Map<String, Counted> counted,
      Map<String, Obstacle> obstacles) {}

  /**
   * Tries every counter and installs the best. Never throws.
   *
   * @param settings what it keeps to
   * @param quiet whether nothing is logged of names that no counter has, and of the last resort
   * @return the counter, which is a clock where the choice itself failed
   */
  public static Chosen choose(Settings settings, boolean quiet) {
    Warnings warnings = quiet ? Warnings.NONE : Warnings.ALL;
    return run(
        settings,
        context -> {
          Ranking ranking = new Choice(settings, warnings, context).all(null);
          Installation installation = ranking.install(true);
          ranking.closeAllBut(installation);
          return new Chosen(installation, ranking.report(), ranking.counted(), ranking.obstacles());
        });
  }

  /**
   * Tries every counter; all that work stay open. On the calling thread.
   *
   * @param settings what it keeps to
   * @return the counters, best first, and the report
   */
  public static Ranking rank(Settings settings) {
    ChoiceContext context = ChoiceContext.enter(false);
    try {
      return new Choice(settings, Warnings.NAMES, context).all(null);
    } finally {
      context.end();
      context.leave();
    }
  }

  private interface Task {
    Chosen run(ChoiceContext context);
  }

  private static Chosen run(Settings settings, Task task) {
    ChoiceContext context = ChoiceContext.enter(false);
    Callable<Chosen> ending =
        () -> {
          try {
            return task.run(context);
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
