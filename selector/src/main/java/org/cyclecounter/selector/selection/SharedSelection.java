// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ForwardingCounter;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * The selection that all of a process shares, behind {@link org.cyclecounter.selector.CpuCycles}.
 * As a counter it is read until the selection is made: the first reading makes it, and all others
 * wait and see the same one.
 *
 * <p>Two kinds of readers get scaled {@link System#nanoTime()} instead of waiting: code that runs
 * during the selection (a provider, a logger, an agent), on whatever thread it runs or starts,
 * because its wait would be a deadlock, and a thread that has waited for as long as a selection may
 * take.
 *
 * <p>A selection during which the heap was full says nothing about the counters: the next reading
 * makes another one, at once or after a pause that grows. Readings never throw because of that: if
 * the heap has no room for the scaled clock either, they are nanoseconds.
 *
 * <p>Thread-safe. The lock is never held while third-party code runs, not even a logger: such code
 * may wait for another thread that reads the counter.
 */
public final class SharedSelection implements ForwardingCounter {

  /**
   * Time limit of a selection, in multiples of a step's limit: a minute by default. Readers that
   * have waited for it give up; the selection itself goes on.
   */
  private static final int MAX_STEPS = 12;

  /** The time limit of completing a report, in the same unit: 100 times that of the selection. */
  private static final int MAX_REPORT_STEPS = 100 * MAX_STEPS;

  /**
   * After so many selections the result stands, though steps of it had no memory: a provider may
   * say so of itself.
   */
  private static final int MAX_SELECTIONS = 10;

  /** The pause after the second selection, which doubles with each one, to half a minute. */
  private static final long PAUSE_NS = 100_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** A constant of this class, because loading the class creates the string. */
  private static final String CLOCK = ScaledClock.NAME;

  private static volatile @Nullable SharedSelection ofProcess;

  /** The task, whose monitor is the lock. */
  private final Making making = new Making();

  /** The number of selections so far: one, unless the heap was full. Guarded by the lock. */
  private int begun;

  /** True while a selection runs; guarded, as are these times of nanoTime. */
  private boolean isSelecting;

  private long startNs;
  private long endNs;

  /**
   * The pipeline, which the report continues; null if it failed. Not volatile: it is written before
   * {@link #installation}, and read after it.
   */
  private @Nullable SelectionRun pipeline;

  /** The selected counter; null until it is settled, then always the same. */
  private volatile @Nullable Installation installation;

  private volatile @Nullable Meanwhile meanwhile;

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
      synchronized (Making.class) { // no lock that may have no room; programs cannot reach it
        only = ofProcess;
        if (only == null) {
          SelectionContext.requireRoom();
          // What the first reading needs before its selection has a thread: while a class is being
          // loaded, an agent or a security manager may read the counter, and load it a second time.
          SelectionContext.isInsideShared();
          Class<?>[] unused = {TimeLimit.class};
          only = new SharedSelection();
          ofProcess = only;
        }
      }
    }
    return only;
  }

  /**
   * The clock for readers that cannot wait.
   *
   * @param frequency the clock's rate and its source
   */
  private record Meanwhile(CycleCounter clock, Frequency frequency) {}

  @Override
  public long cycles() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.cycles() : System.nanoTime();
  }

  @Override
  public long start() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.start() : System.nanoTime();
  }

  @Override
  public long stop() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.stop() : System.nanoTime();
  }

  @Override
  public long cyclesPerSecond() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.cyclesPerSecond() : NANOS_PER_SECOND;
  }

  @Override
  public String implementation() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.implementation() : CLOCK;
  }

  @Override
  public Scope scope() {
    CycleCounter counter = wrappedOrNull();
    return counter != null ? counter.scope() : Scope.SYSTEM;
  }

  /** Null if the heap is full, or was when a class was initialised that is lost since. */
  private @Nullable CycleCounter wrappedOrNull() {
    try {
      return wrapped();
    } catch (OutOfMemoryError | LinkageError e) {
      return null;
    }
  }

  /** Returns the selected counter, or the clock for a reader that cannot wait for it. */
  @Override
  public CycleCounter wrapped() {
    Installation selected = installation;
    if (selected == null) {
      selected = SelectionContext.isInsideShared() ? null : await();
    }
    return selected != null ? selected.counter() : meanwhile().clock();
  }

  private Meanwhile meanwhile() {
    Meanwhile current = meanwhile;
    if (current == null) {
      SelectionContext.requireRoom();
      Settings settings = SystemSettings.read(); // may log, so not with the monitor held
      Frequency frequency = settings.frequency();
      current = new Meanwhile(settings.clock(frequency.hz()), frequency);
      synchronized (making) {
        if (meanwhile == null) { // two clocks would begin at different numbers
          meanwhile = current;
        }
        current = meanwhile;
      }
    }
    return current;
  }

  /**
   * Makes the selection, or waits for it; null if that takes too long, or the heap was full and
   * another selection is not due.
   */
  private @Nullable Installation await() {
    boolean begins;
    long sinceNs;
    synchronized (making) {
      begins = installation == null && !isSelecting && isDue();
      if (begins) {
        begun++;
        isSelecting = true;
        startNs = System.nanoTime();
      }
      sinceNs = startNs;
    }
    if (begins) {
      begin();
    }
    long elapsedMs = (System.nanoTime() - sinceNs) / 1_000_000;
    TimeLimit.await(making, making, MAX_STEPS * 1000L * TimeLimit.seconds() - elapsedMs);
    return installation;
  }

  /** Returns true if a reading is to begin a selection, when none runs. */
  private boolean isDue() {
    int pauses = Math.min(begun, MAX_SELECTIONS) - 2;
    return pauses < 0 || System.nanoTime() - endNs >= PAUSE_NS << pauses;
  }

  /** Ends the wait for a selection, also for one that had no memory: allocates nothing. */
  private void end() {
    synchronized (making) {
      isSelecting = false;
      endNs = System.nanoTime();
      making.notifyAll();
    }
  }

  /**
   * Starts the selection, and loads on this thread the classes that it will need. The selection has
   * its own thread, because an interrupt of this one must not make every counter fail, and this one
   * must be able to give up. The context is entered first: loading a class may run an agent's class
   * transformer, which may read the counter.
   */
  private void begin() {
    boolean hasStarted = false;
    try (SelectionContext entered = SelectionContext.enter(true)) {
      making.context = entered;
      TimeLimit.start(making);
      hasStarted = true;
      if (installation == null) {
        ClassPreloader.run();
      }
    } catch (OutOfMemoryError | LinkageError e) {
      if (!hasStarted) {
        end();
      }
    }
  }

  /**
   * The task that makes the selection, and the condition that {@link #await} waits for. Private,
   * and not the counter itself: a program that reaches it could start a selection, or hold its
   * monitor while it reads the counter. Not two lambdas: cold start 1.
   */
  private final class Making implements Runnable, BooleanSupplier {

    /** The context of the selection that runs: entered by its first reader, and inherited. */
    private @Nullable SelectionContext context;

    @Override
    public void run() {
      SelectionContext inherited = Objects.requireNonNull(context);
      try {
        SelectionRun run = new SelectionRun(SystemSettings.read(), false, inherited);
        Installation best = run.first();
        if (!run.hadNoMemory() || begun >= MAX_SELECTIONS) {
          pipeline = run;
          run.warnOfClock(best);
          settle(best, best.linking());
        } else {
          run.closeAllBut(null);
        }
      } catch (OutOfMemoryError e) {
        return; // the next reading begins another selection
      } catch (Throwable e) { // of third-party code that no step contains, such as a class loader
        Log.warn("no cycle counter could be selected", e);
        settle(Installation.of(meanwhile().clock()), null);
      } finally {
        inherited.end();
        end();
      }
    }

    /** Returns true when no selection runs. */
    @Override
    public boolean getAsBoolean() {
      return !isSelecting;
    }
  }

  private void settle(Installation best, @Nullable Callable<CycleCounter> linking) {
    installation = best; // first: the heap may have no room for the other
    LazilyLinkedCounter.settle(best.counter(), linking);
  }

  /**
   * Returns the current report. The first call probes the counters that could not win, which takes
   * up to a few seconds; later ones only add the losses.
   *
   * @throws OutOfMemoryError if the heap is full; a later call continues
   */
  public SelectionReport report() {
    Installation selected = SelectionContext.isInsideShared() ? null : await();
    if (selected == null) {
      return SelectionReports.ofClock(meanwhile().frequency(), whyClock());
    }
    synchronized (reporting) {
      if (report == null) {
        report = complete(selected);
      }
      return selected.report(report);
    }
  }

  private String whyClock() {
    synchronized (making) {
      return isSelecting ? Reasons.STILL_SELECTING : Reasons.NO_MEMORY;
    }
  }

  private SelectionReport complete(Installation selected) {
    SelectionRun run = pipeline;
    if (run == null) {
      return SelectionReports.ofClock(meanwhile().frequency(), Reasons.SELECTION_FAILED);
    }
    SelectionContext completing = SelectionContext.enter(true);
    try {
      TaskResult<Ranking> result =
          TimeLimit.uninterrupted(
              () -> run.all(selected), MAX_REPORT_STEPS * 1000L * TimeLimit.seconds());
      if (result.thrown() instanceof OutOfMemoryError e) {
        throw e; // a later call continues
      }
      Ranking ranking = result.value();
      if (ranking == null) { // it failed, or takes too long
        return run.ranking(selected).report();
      }
      run.closeAllBut(selected);
      return ranking.report();
    } finally {
      completing.end();
      completing.close();
    }
  }
}
