// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.ForwardingCounter;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.jspecify.annotations.Nullable;

/**
 * The selection that all of a process shares, behind {@link org.cyclecounter.selector.CpuCycles}.
 * As a counter it is what is read until the selection is made: the first reading makes it, and all
 * others wait and see the one selection.
 *
 * <p>Two get scaled {@link System#nanoTime()} instead of waiting: code that runs during the
 * selection (a provider, a logger, an agent), on whatever thread it runs or starts, and a read that
 * has waited as long as the selection may take. Thread-safe.
 */
public final class SharedSelection implements ForwardingCounter {

  /** The selection may take as long as so many steps of it. */
  private static final int MAX_STEPS = 12;

  private boolean begun;
  private long beganNs;
  private @Nullable SelectionRun selection;
  private volatile @Nullable Installation installation;
  private volatile @Nullable Meanwhile meanwhile;
  private final Object reporting = new Object();
  private @Nullable SelectionReport report;

  /** Nothing is touched yet. */
  public SharedSelection() {}

  /** The clock for those who cannot wait, and where its rate comes from. */
  private record Meanwhile(CycleCounter clock, Frequency frequency) {}

  @Override
  public long cycles() {
    return wrapped().cycles();
  }

  @Override
  public long start() {
    return wrapped().start();
  }

  @Override
  public long stop() {
    return wrapped().stop();
  }

  /** The selected counter, or the clock for who cannot wait for it. */
  @Override
  public CycleCounter wrapped() {
    Installation made = installation;
    if (made == null) {
      made = SelectionContext.isInsideShared() ? null : await();
    }
    return made != null ? made.counter() : meanwhile().clock();
  }

  private Meanwhile meanwhile() {
    Meanwhile now = meanwhile;
    if (now == null) {
      Settings settings = SystemSettings.read();
      Frequency frequency = settings.frequency();
      now = new Meanwhile(ScaledClock.of(frequency.hz(), settings.highResolution()), frequency);
      synchronized (this) {
        if (meanwhile != null) {
          now = meanwhile; // two clocks would begin at different numbers
        } else {
          meanwhile = now;
        }
      }
    }
    return now;
  }

  /** Makes the selection, or waits for it; null where that takes too long. */
  private @Nullable Installation await() {
    boolean isMine;
    synchronized (this) {
      isMine = !begun;
      if (isMine) {
        begun = true;
        beganNs = System.nanoTime();
      }
    }
    if (isMine) {
      begin();
    }
    long endNs = beganNs + MAX_STEPS * 1_000_000_000L * TimeLimit.seconds();
    boolean interrupted = false;
    try {
      synchronized (this) {
        while (installation == null) {
          long leftMs = (endNs - System.nanoTime()) / 1_000_000;
          if (leftMs <= 0) {
            break;
          }
          try {
            wait(leftMs);
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return installation;
  }

  /** The selection goes on while what it will need is loaded on this thread. */
  private void begin() {
    SelectionContext context = SelectionContext.enter(true);
    try {
      TimeLimit.start(new Selecting(context));
      if (installation == null) {
        new ClassPreloader().run();
      }
    } finally {
      context.leave();
    }
  }

  /** Makes the selection. Not a lambda: cold start 1. */
  private final class Selecting implements Runnable {
    private final SelectionContext context;

    Selecting(SelectionContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      try {
        SelectionRun one = new SelectionRun(SystemSettings.read(), SelectionWarnings.ALL, context);
        selection = one;
        Installation best = one.first();
        settle(best, best.linking());
      } catch (RuntimeException | Error e) {
        Log.warn("no cycle counter could be selected", e);
        selection = null;
        settle(Installation.of(meanwhile().clock()), null);
      } finally {
        context.end();
      }
    }
  }

  private synchronized void settle(Installation made, @Nullable Callable<CycleCounter> linking) {
    LazilyLinkedCounter.settle(made.counter(), linking);
    installation = made;
    notifyAll();
  }

  /** How the counter was selected; the first call tries the other counters. */
  public SelectionReport report() {
    Installation made = installation;
    if (made == null && !SelectionContext.isInsideShared()) {
      made = await();
    }
    if (made == null || SelectionContext.isInsideShared()) {
      return SelectionReports.ofClock(meanwhile().frequency(), Reasons.STILL_SELECTING);
    }
    synchronized (reporting) {
      if (report == null) {
        report = whole(made);
      }
      return made.report(report);
    }
  }

  private SelectionReport whole(Installation made) {
    SelectionRun one = selection;
    if (one == null) {
      return SelectionReports.ofClock(meanwhile().frequency(), Reasons.SELECTION_FAILED);
    }
    SelectionContext context = SelectionContext.enter(true);
    try {
      TaskResult<Ranking> all =
          TimeLimit.uninterrupted(
              () -> one.all(made), 100L * MAX_STEPS * TimeLimit.seconds() * 1000);
      Ranking now = all.value();
      if (now == null) { // it takes too long
        return one.soFar(made).report();
      }
      now.closeAllBut(made);
      return now.report();
    } finally {
      context.end();
      context.leave();
    }
  }
}
