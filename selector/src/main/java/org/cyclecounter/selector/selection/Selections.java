// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Reasons;

/**
 * Selections that end with a counter, whatever another counter, a kernel setting or a class loader
 * does meanwhile. Nothing is shared: each measures anew. {@link SharedSelection} has the selection
 * of CpuCycles.
 */
public final class Selections {

  /**
   * Time limit of a selection, in multiples of a step's: 1000 s by default. Every step has a limit
   * of its own, so this is reached only if very many counters time out.
   */
  private static final int MAX_STEPS = 200;

  private Selections() {}

  /**
   * A selection's outcome.
   *
   * @param report the report at the end of the selection; {@link Installation#report} updates it
   * @param facts the facts about all counters of the report that it has no room for
   */
  public record Outcome(Installation installation, SelectionReport report, ProbedFacts facts) {}

  /**
   * Probes every counter and installs the best; a clock if the selection itself fails or takes too
   * long. The selection runs on a new thread, so that an interrupt of the caller does not make
   * every counter fail.
   *
   * @param quiet true for no warnings
   * @throws OutOfMemoryError if the heap has no room for the outcome; nothing else is thrown
   */
  public static Outcome select(Settings settings, boolean quiet) {
    try (SelectionContext context = SelectionContext.enter(false)) {
      Selecting task = new Selecting(settings, quiet, context);
      TaskResult<Outcome> result =
          TimeLimit.uninterrupted(task, MAX_STEPS * 1000L * TimeLimit.seconds());
      Outcome selected = result.value();
      return selected != null ? selected : clock(settings, Reasons.selectionFailed(result));
    }
  }

  /**
   * Selects in a context that the calling thread has entered. Not a lambda: one that could not be
   * linked, for want of memory, is never linked.
   */
  private record Selecting(Settings settings, boolean quiet, SelectionContext context)
      implements Callable<Outcome> {
    @Override
    public Outcome call() {
      try {
        SelectionRun run = new SelectionRun(settings, quiet, context);
        Ranking ranking = run.all(null);
        Installation best = run.install(true);
        run.warnOfClock(best);
        run.closeAllBut(best);
        return new Outcome(best, ranking.report(), ranking.facts());
      } finally {
        context.end(); // here, because the selection may end after its caller gave it up
      }
    }
  }

  /**
   * Probes every counter, on the calling thread and without a limit for all of them together; may
   * throw. All counters that work stay open: the caller, a container's bundle, installs and closes
   * them.
   */
  public static Ranking rank(Settings settings) {
    SelectionContext context = SelectionContext.enter(false);
    try {
      return new SelectionRun(settings, false, context).all(null);
    } finally {
      context.end();
      context.close();
    }
  }

  /** Returns the outcome of a selection from which {@link #select} throws an error. */
  public static Outcome noMemory(Settings settings) {
    return clock(settings, LastResortReasons.NO_MEMORY);
  }

  private static Outcome clock(Settings settings, String why) {
    Frequency frequency = settings.frequency();
    return new Outcome(
        Installation.of(settings.clock(frequency.hz())),
        SelectionReports.ofClock(frequency, why),
        new ProbedFacts(settings.scoring(), ScaledClock.NAME));
  }
}
