// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;

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

  /**
   * One for each processor: a selection keeps one busy, and the time limits of its steps must not
   * run while it waits for a processor that another selection has.
   */
  private static final Semaphore TURNS =
      new Semaphore(Runtime.getRuntime().availableProcessors(), true);

  /**
   * The longest turn, in milliseconds for each second of a step's limit: 1 s by default. Most
   * selections take a tenth of a second; one that takes longer than a turn waits for something.
   */
  private static final long TURN_MS = 200;

  private Selections() {}

  /**
   * A selection's outcome.
   *
   * @param report the report at the end of the selection; {@link Installation#report} updates it
   * @param facts the facts about all counters of the report that it has no room for
   * @param clockReason why a clock is read where that was not wanted, and the remedy; mostly empty
   */
  public record Outcome(
      Installation installation,
      SelectionReport report,
      CounterDetails facts,
      String clockReason) {}

  /**
   * Probes every counter and installs the best; a clock if the selection itself fails or takes too
   * long. The selection runs on a new thread, so that an interrupt of the caller does not make
   * every counter fail. Waits for its turn first, unless another selection waits for this one.
   *
   * @param quiet true for no warnings
   * @throws OutOfMemoryError if the heap has no room for the outcome; nothing else is thrown
   */
  public static Outcome select(Settings settings, boolean quiet) {
    try (SelectionContext context = SelectionContext.enter(false)) {
      Selecting task = new Selecting(settings, quiet, context);
      long limitS = TimeLimit.seconds();
      Semaphore turns = context.isNested() ? new Semaphore(1) : TURNS;
      TaskResult<Outcome> result =
          TimeLimit.inTurn(task, turns, TURN_MS * limitS, MAX_STEPS * 1000L * limitS);
      Outcome selected = result.value();
      return selected != null
          ? selected
          : clock(settings, settings.frequency(), Reasons.selectionFailed(result));
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
        String clockReason = run.warnOfClock(best);
        run.closeAllBut(best);
        return new Outcome(best, ranking.report(), ranking.facts(), clockReason);
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

  /**
   * Returns the outcome of a selection from which {@link #select} throws an error: the clock in
   * nanoseconds, unless the settings have a frequency.
   */
  public static Outcome noMemory(Settings settings) {
    Frequency frequency =
        settings.cyclesPerSecond() > 0
            ? settings.frequency()
            : new Frequency(1_000_000_000, ScaledClock.NAME);
    return clock(settings, frequency, LastResortReasons.NO_MEMORY);
  }

  private static Outcome clock(Settings settings, Frequency frequency, String why) {
    return new Outcome(
        Installation.of(settings.clock(frequency.hz())),
        SelectionReports.ofClock(frequency, why),
        new CounterDetails(settings.scoring(), ScaledClock.NAME),
        why);
  }
}
