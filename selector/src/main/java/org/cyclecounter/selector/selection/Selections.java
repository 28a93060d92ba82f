// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;

/**
 * Selections that always end with a counter: no other counter, kernel setting or class loader can
 * prevent that. Nothing is shared: each measures anew. {@link SharedSelection} has the selection of
 * CpuCycles.
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
   * @param details the facts about all counters of the report that it has no room for
   * @param clockReason why a clock is read where that was not wanted, and the remedy; mostly empty
   */
  public record Outcome(
      Installation installation,
      SelectionReport report,
      CounterDetails details,
      String clockReason) {}

  /**
   * Probes every counter and installs the best; a clock if the selection itself fails or takes too
   * long, if the heap is full, and inside another selection, which would wait for this one. The
   * selection runs on a new thread, so that an interrupt of the caller does not make every counter
   * fail.
   *
   * @param quiet true for no warnings
   * @throws OutOfMemoryError if the heap has no room for the clock either; nothing else is thrown
   */
  public static Outcome select(Settings settings, boolean quiet) {
    if (SelectionScope.isInside()) {
      return clock(settings, estimate(settings), LastResortReasons.NESTED);
    }
    try (SelectionScope scope = SelectionScope.enter()) {
      int limitS = TimeLimit.seconds();
      TaskResult<Outcome> result =
          TimeLimit.runUninterrupted(
              new Selecting(settings, quiet, scope),
              TURNS,
              TURN_MS * limitS,
              MAX_STEPS * 1000L * limitS);
      if (result.thrown() instanceof OutOfMemoryError e && Failures.isFullHeap(e)) {
        throw e;
      }
      Outcome selected = result.value();
      return selected != null
          ? selected
          : clock(settings, estimate(settings), LastResortReasons.selectionFailed(result));
    } catch (OutOfMemoryError e) {
      if (!quiet) {
        Log.warnOnce(Failures.outOfMemory(e, ScaledClock.NAME));
      }
      long hz = settings.cyclesPerSecond() > 0 ? settings.cyclesPerSecond() : 1_000_000_000;
      // Without an estimate, which reads files.
      return clock(settings, new Frequency(hz, ScaledClock.NAME), LastResortReasons.NO_MEMORY);
    }
  }

  /**
   * Selects in a scope that the calling thread has entered. Not a lambda: one that fails to link
   * once, because the heap is full, fails for ever.
   */
  private record Selecting(Settings settings, boolean quiet, SelectionScope scope)
      implements Callable<Outcome> {
    @Override
    public Outcome call() {
      try {
        SelectionRun run = new SelectionRun(settings, quiet, scope);
        Ranking ranking = run.all(null);
        Installation best = run.install(true);
        String clockReason = run.warnOfClock(best);
        best.closeOthers(run.states);
        return new Outcome(best, ranking.report(), ranking.details(), clockReason);
      } finally {
        scope.end(); // here, because the selection may end after its caller gave it up
      }
    }
  }

  /**
   * Probes every counter of a container, or of the settings, on the calling thread and without a
   * limit for all of them together; may throw. All counters that work stay open: the caller, a
   * container's bundle, installs and closes them.
   *
   * @param providers of the container
   * @param scope entered, and ended, by the caller
   */
  public static Ranking rank(
      Settings settings, List<ProviderHandle> providers, SelectionScope scope) {
    Found found = Found.of(providers, settings.isolation() == Isolation.NONE);
    return new SelectionRun(settings, false, scope, found).all(null);
  }

  private static Frequency estimate(Settings settings) {
    return FrequencyEstimator.estimate(settings.cyclesPerSecond());
  }

  private static Outcome clock(Settings settings, Frequency frequency, String why) {
    return new Outcome(
        new Installation(Installation.clock(settings, frequency.hz()), null, List.of(), List.of()),
        SelectionReports.ofClock(frequency, why),
        new CounterDetails(settings.scoring(), ScaledClock.NAME),
        why);
  }
}
