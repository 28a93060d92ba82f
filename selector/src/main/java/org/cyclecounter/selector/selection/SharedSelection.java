// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.settings.SystemSettings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.Task;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The selection that all of a process shares, behind {@link org.cyclecounter.selector.CpuCycles}.
 * The first reader makes it, and all others wait and get the same counter.
 *
 * <p>Two kinds of readers get scaled {@link System#nanoTime()} instead of waiting: code that runs
 * during a selection (a provider, a logger, an agent), on whatever thread it runs or starts,
 * because its wait would be a deadlock, and a thread that has waited for as long as a selection may
 * take.
 *
 * <p>There is one attempt: if it fails, because the heap is full or for another reason, the clock
 * is read for good, after one warning. Readings never throw because of that: if the heap has no
 * room for the scaled clock either, they are nanoseconds.
 *
 * <p>Thread-safe. The lock is never held while third-party code runs, not even a logger: such code
 * may wait for another thread that reads the counter.
 */
public final class SharedSelection implements Supplier<CycleCounter> {

  /**
   * Time limit of a selection, in multiples of a step's limit: a minute by default. Readers that
   * have waited for it give up; the selection itself goes on.
   */
  private static final int MAX_STEPS = 12;

  /** The time limit of completing a report, in the same unit: 100 times that of the selection. */
  private static final int MAX_REPORT_STEPS = 100 * MAX_STEPS;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The only one of this process. Touches nothing yet. */
  public static final SharedSelection OF_PROCESS = create();

  private final Selecting selecting = new Selecting();

  /**
   * Makes the selection; its value is the counter to read, always the same. Its monitor is the
   * lock. Private, and not the counter itself: a program that reaches it could start a selection,
   * or hold its monitor while it reads the counter.
   */
  private final Task<CycleCounter> task = new Task<>(selecting);

  /** Created first: a full heap has no room for it later. */
  private final CycleCounter nanoseconds =
      new TickCounter(selecting, ScaledClock.NAME, Scope.SYSTEM, NANOS_PER_SECOND);

  /** System.nanoTime() of the first reader, written once with the lock held; 0 before. */
  private long startNs;

  /**
   * The pipeline, which the report continues, and its result; null until it has one, and if it
   * fails. Not volatile: written by the task, and read after its end.
   */
  private @Nullable SelectionRun run;

  private @Nullable Installation installation;

  /** The scaled clock for readers that cannot wait; null until one needs it. */
  private volatile @Nullable CycleCounter interim;

  /** Guards {@link #report}: another monitor, held for seconds while a report is completed. */
  private final Object reporting = new Object();

  private @Nullable SelectionReport report;

  /** Touches nothing yet. */
  SharedSelection() {}

  /** If the heap has no room, this class is lost for good, and CpuCycles reads nanoseconds. */
  private static SharedSelection create() {
    SystemSettings.requireRoom();
    // Loads the classes that a first reading needs before its selection has a thread: an agent may
    // read the counter while one is loaded, and would load it a second time.
    SelectionScope.isInside();
    Class<?>[] unused = {TimeLimit.class};
    return new SharedSelection();
  }

  /** Returns the selected counter, or a clock for a reader that cannot wait for it. */
  @Override
  public CycleCounter get() {
    try {
      CycleCounter selected = task.value();
      if (selected == null && !SelectionScope.isInside()) {
        selected = await();
      }
      return selected != null ? selected : interim();
    } catch (VirtualMachineError | LinkageError e) { // a full heap or stack, now or before
      return nanoseconds;
    }
  }

  private CycleCounter interim() {
    if (interim == null) {
      SystemSettings.requireRoom();
      Settings settings = SystemSettings.read(); // may log, so not with the monitor held
      long hz = FrequencyEstimator.estimate(settings.cyclesPerSecond()).hz();
      CycleCounter clock = Installation.clock(settings, hz);
      synchronized (task) {
        interim = interim == null ? clock : interim; // two would begin at different numbers
      }
    }
    return interim;
  }

  /** Makes the selection, or waits for it; null if that takes too long. */
  private @Nullable CycleCounter await() {
    boolean begins;
    synchronized (task) {
      begins = startNs == 0;
      startNs = begins ? System.nanoTime() | 1 : startNs; // | 1: never 0
    }
    if (begins) {
      begin();
    }
    long elapsedMs = (System.nanoTime() - startNs) / 1_000_000;
    TimeLimit.await(task, task, MAX_STEPS * 1000L * TimeLimit.seconds() - elapsedMs);
    return task.value();
  }

  /**
   * Starts the selection, and loads on this thread the classes that it will need. The selection has
   * its own thread, because an interrupt of this one must not make every counter fail, and this one
   * must be able to give up. The scope is entered first: loading a class may run an agent's class
   * transformer, which may read the counter.
   */
  private void begin() {
    boolean hasStarted = false;
    try (SelectionScope entered = SelectionScope.enter()) {
      selecting.scope = entered;
      TimeLimit.start(task);
      hasStarted = true;
      if (task.value() == null) {
        ClassPreloader.run();
      }
    } catch (RuntimeException | Error e) { // a full heap or stack, or a thread local's childValue()
      if (!hasStarted) {
        selecting.failure = e;
        task.run();
      }
    }
  }

  /**
   * Makes the selection, and is the source of {@link #nanoseconds}. Not two classes, not a lambda:
   * cold start 1, 15.
   */
  private final class Selecting implements Callable<CycleCounter>, TickSource {

    /** Entered by the first reader, and inherited by the thread of the selection. */
    private @Nullable SelectionScope scope;

    /** Thrown before the selection or by it; null if it has a result. */
    private @Nullable Throwable failure;

    /** Throws nothing: a reader would not get its reading. */
    @Override
    public CycleCounter call() {
      SelectionScope inherited = scope;
      try {
        if (failure == null && inherited != null) {
          SelectionRun begun = new SelectionRun(SystemSettings.read(), false, inherited);
          installation = begun.first();
          run = begun;
          begun.warnOfClock(installation);
        }
      } catch (Throwable e) { // of third-party code that no step contains, such as a class loader
        failure = e;
      }
      Installation best = installation;
      CycleCounter selected = best != null ? best.counter() : nanoseconds;
      try {
        if (best == null) {
          selected = interim();
        }
        if (failure instanceof OutOfMemoryError e) {
          Log.warnOnce(Failures.outOfMemory(e, selected.implementation()));
        } else if (failure != null) {
          Log.warn("no cycle counter could be selected", failure);
        }
        LazilyLinkedCounter.settle(selected, best != null ? best.linking() : null);
      } catch (VirtualMachineError | LinkageError e) {
        // No room for the scaled clock, the warning or the linking: each reading asks get(), then.
      }
      if (inherited != null) {
        inherited.end();
      }
      return selected;
    }

    @Override
    public long ticks() {
      return System.nanoTime();
    }
  }

  /**
   * Returns the current report. The first call probes the counters that could not win, which takes
   * up to a few seconds; later ones only add the losses.
   *
   * @throws OutOfMemoryError if the heap is full; a later call continues
   */
  public SelectionReport report() {
    CycleCounter selected = SelectionScope.isInside() ? null : await();
    SelectionRun begun = run;
    Installation best = installation;
    if (selected == null) {
      return SelectionReports.ofClock(frequency(interim()), LastResortReasons.STILL_SELECTING);
    }
    if (begun == null || best == null) {
      return SelectionReports.ofClock(frequency(selected), LastResortReasons.SELECTION_FAILED);
    }
    synchronized (reporting) {
      if (report == null) {
        report = complete(begun, best);
      }
      return best.report(report);
    }
  }

  @SuppressWarnings("ReferenceEquality") // this clock
  private Frequency frequency(CycleCounter read) {
    String source =
        read == nanoseconds
            ? ScaledClock.NAME
            : FrequencyEstimator.estimate(SystemSettings.read().cyclesPerSecond()).source();
    return new Frequency(read.cyclesPerSecond(), source);
  }

  private SelectionReport complete(SelectionRun begun, Installation selected) {
    try (SelectionScope completing = SelectionScope.enter()) {
      TaskResult<Ranking> result =
          TimeLimit.runUninterrupted(
              () -> begun.all(selected), null, 0, MAX_REPORT_STEPS * 1000L * TimeLimit.seconds());
      completing.end();
      if (result.thrown() instanceof OutOfMemoryError e) {
        throw e; // a later call continues
      }
      Ranking ranking = result.value();
      if (ranking == null) { // it failed, or takes too long
        return SelectionReports.ofPending(frequency(selected.counter()), selected);
      }
      selected.closeOthers(begun.states);
      return ranking.report();
    }
  }
}
