// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.settings.SystemSettings;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
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

  private static volatile @Nullable SharedSelection ofProcess;

  /** Its monitor is the lock. */
  private final SelectionTask task = new SelectionTask();

  /** Created first: a full heap has no room for it later. */
  private final CycleCounter nanoseconds =
      new TickCounter(task, ScaledClock.NAME, Scope.SYSTEM, NANOS_PER_SECOND);

  /** True from the first reader on. Guarded by the lock. */
  private boolean hasBegun;

  /** System.nanoTime() of the first reader, written once with the lock held. */
  private long startNs;

  /**
   * The pipeline, which the report continues, and its result; null until it has one, and if it
   * fails. Not volatile: written before {@link #counter}, and read after it.
   */
  private @Nullable SelectionRun run;

  private @Nullable Installation installation;

  /** The selected counter; null until it is settled, then always the same. */
  private volatile @Nullable CycleCounter counter;

  /** The scaled clock for readers that cannot wait; null until one needs it. */
  private volatile @Nullable CycleCounter interim;

  /** Guards {@link #report}: another monitor, held for seconds while a report is completed. */
  private final Object reporting = new Object();

  private @Nullable SelectionReport report;

  /** Touches nothing yet. */
  SharedSelection() {}

  /**
   * Returns the only one of this process, the same each time. Touches nothing yet.
   *
   * @throws OutOfMemoryError if the heap has no room for it; may be called again
   */
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // it is in this file
  public static SharedSelection ofProcess() {
    SharedSelection only = ofProcess;
    if (only == null) {
      synchronized (SelectionTask.class) { // no lock that may have no room; unknown to programs
        only = ofProcess;
        if (only == null) {
          SystemSettings.requireRoom();
          // Loads the classes that a first reading needs before its selection has a thread: an
          // agent may read the counter while one is loaded, and would load it a second time.
          SelectionScope.isInside();
          Class<?>[] unused = {TimeLimit.class};
          only = new SharedSelection();
          ofProcess = only;
        }
      }
    }
    return only;
  }

  /** Returns the selected counter, or a clock for a reader that cannot wait for it. */
  @Override
  public CycleCounter get() {
    CycleCounter selected = counter;
    try {
      if (selected == null && !SelectionScope.isInside()) {
        selected = await();
      }
      return selected != null ? selected : interim();
    } catch (VirtualMachineError | LinkageError e) { // a full heap or stack, now or before
      return nanoseconds;
    }
  }

  private CycleCounter interim() {
    CycleCounter clock = interim;
    if (clock == null) {
      SystemSettings.requireRoom();
      Settings settings = SystemSettings.read(); // may log, so not with the monitor held
      long hz = FrequencyEstimator.estimate(settings.cyclesPerSecond()).hz();
      clock = Installation.clock(settings, hz);
      synchronized (task) {
        if (interim == null) { // two clocks would begin at different numbers
          interim = clock;
        }
        clock = interim;
      }
    }
    return clock;
  }

  /** Makes the selection, or waits for it; null if that takes too long. */
  private @Nullable CycleCounter await() {
    boolean begins;
    synchronized (task) {
      begins = !hasBegun;
      if (begins) {
        hasBegun = true;
        startNs = System.nanoTime();
      }
    }
    if (begins) {
      begin();
    }
    long elapsedMs = (System.nanoTime() - startNs) / 1_000_000;
    TimeLimit.await(task, task, MAX_STEPS * 1000L * TimeLimit.seconds() - elapsedMs);
    return counter;
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
      task.scope = entered;
      TimeLimit.start(task);
      hasStarted = true;
      if (counter == null) {
        ClassPreloader.run();
      }
    } catch (RuntimeException | Error e) { // a full heap or stack, or a thread local's childValue()
      if (!hasStarted) {
        settle(e);
      }
    }
  }

  /**
   * Ends the wait for the selection. Throws nothing: its thread would print it, and a reader would
   * not get its reading.
   *
   * @param failure thrown by the selection; null if it has a result
   */
  private void settle(@Nullable Throwable failure) {
    Installation best = installation;
    CycleCounter selected = best != null ? best.counter() : nanoseconds;
    try {
      if (best == null) {
        selected = interim();
      }
      if (failure instanceof OutOfMemoryError) {
        Log.warnOnce(Reasons.fullHeap(selected.implementation()));
      } else if (failure != null) {
        Log.warn("no cycle counter could be selected", failure);
      }
      LazilyLinkedCounter.settle(selected, best != null ? best.linking() : null);
    } catch (VirtualMachineError | LinkageError e) {
      // No room for the scaled clock, the warning or the linking: each reading asks get(), then.
    }
    synchronized (task) {
      counter = selected;
      task.notifyAll();
    }
  }

  /**
   * The task that makes the selection, the condition that {@link #await} waits for, and the source
   * of {@link #nanoseconds}. Private, and not the counter itself: a program that reaches it could
   * start a selection, or hold its monitor while it reads the counter. Not three classes: cold
   * start 1, 15.
   */
  private final class SelectionTask implements Runnable, BooleanSupplier, TickSource {

    /** Entered by the first reader, and inherited by this task's thread. */
    private @Nullable SelectionScope scope;

    @Override
    public void run() {
      SelectionScope inherited = Objects.requireNonNull(scope);
      Throwable failure = null;
      try {
        SelectionRun begun = new SelectionRun(SystemSettings.read(), false, inherited);
        installation = begun.first();
        run = begun;
        begun.warnOfClock(installation);
      } catch (Throwable e) { // of third-party code that no step contains, such as a class loader
        failure = e;
      }
      settle(failure);
      inherited.end();
    }

    @Override
    public long ticks() {
      return System.nanoTime();
    }

    /** Returns true once the counter is settled. */
    @Override
    public boolean getAsBoolean() {
      return counter != null;
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
      return SelectionReports.ofClock(frequency(interim()), Reasons.STILL_SELECTING);
    }
    if (begun == null || best == null) {
      return SelectionReports.ofClock(frequency(selected), Reasons.SELECTION_FAILED);
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
      begun.closeAllBut(selected);
      return ranking.report();
    }
  }
}
