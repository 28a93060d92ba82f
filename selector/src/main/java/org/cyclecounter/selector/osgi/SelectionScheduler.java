// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionThread;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Selects on a daemon thread, soon after something has changed, once for all changes within a
 * moment. Whatever else touches the published services runs on this thread, too. Thread-safe.
 *
 * <p>A request is met by a selection that begins after it; one that comes during a selection leads
 * to another. Times are passed in by tests, which therefore need not sleep.
 */
final class SelectionScheduler implements Runnable {

  /** Called first, on the thread; what it throws is logged, and ends the thread. */
  interface Preparation {
    Work prepare();
  }

  /** The work of the thread; all of it may throw, which is logged and ends nothing. */
  interface Work {
    /** Returns true if more is about to change; a selection is put off for a while then. */
    boolean isStarting();

    /** Selects. */
    void selectAndPublish();
  }

  /** The time without a change before a selection begins. */
  private static final long QUIET_MS = 50;

  /** The longest time that a selection is put off by changes. */
  private static final long MAX_CHANGES_MS = 400;

  /** The longest time that a selection is put off while the framework starts. */
  private static final long MAX_START_MS = 1000;

  /**
   * The longest wait of a caller for a selection; each step of one has a limit, their sum has not.
   */
  private static final long MAX_SELECTION_S = 120;

  /** The longest wait for a selection to end that a bundle's stop interrupts. */
  private static final long MAX_END_MS = 5000;

  private final Preparation preparation;
  private final SelectionThread thread;

  /** Tasks to run between two selections, in the order in which it was posted. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  /** The number of requests so far. */
  private long requested;

  /** The number of those that a selection has met, or tried to; at most as many. */
  private long done;

  /** The time of the first request that no selection has met, of nanoTime. */
  private long firstNs;

  /** The time of the last one. */
  private long lastNs;

  /** True once the bundle stops; nothing begins afterwards. */
  private boolean ended;

  SelectionScheduler(Preparation preparation) {
    this.preparation = preparation;
    thread = new SelectionThread(this, "cyclecounter-osgi", false);
    thread.setContextClassLoader(null); // the starter's must not be kept
  }

  void open() {
    thread.start();
  }

  /** Schedules a selection. Called by the framework's threads: returns without waiting. */
  void request() {
    request(System.nanoTime());
  }

  synchronized void request(long timeNs) {
    lastNs = timeNs;
    if (requested++ == done) {
      firstNs = timeNs;
    }
    notifyAll();
  }

  /**
   * Waits for every selection that has been requested, and for the first one; false if that takes
   * too long, or the bundle stops.
   */
  synchronized boolean awaitRequested() throws InterruptedException {
    long number = Math.max(1, requested);
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SELECTION_S);
    while (done < number && !ended) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return done >= number;
  }

  /** Schedules a task on the thread, between two selections. */
  synchronized void post(Runnable task) {
    tasks.add(task);
    notifyAll();
  }

  /** Ends the thread, in the middle of a selection, too, and waits for that. */
  void close() {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    thread.giveUp();
    // On its own thread, a listener to our services stops our bundle.
    if (!isCurrentThread() && !TimeLimit.join(thread, MAX_END_MS)) {
      Log.warn(thread.getName() + " does not end", null);
    }
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void run() {
    attempt(() -> work(preparation.prepare()));
  }

  private void work(Work work) {
    while (!hasEnded()) {
      try {
        Runnable task = next(work, work.isStarting());
        if (task != null) {
          attempt(task);
        }
      } catch (InterruptedException e) {
        continue; // close(), or a listener to our services interrupts the thread that it runs on
      }
    }
  }

  /** Runs a task, whose failure must not end the thread. Errors other than a missing class do. */
  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | LinkageError e) {
      if (!hasEnded()) { // when the bundle stops, its context ceases to work
        Log.warn("the selection of a cycle counter failed", e);
      }
    }
  }

  /** Returns the next task; null after a wait, when there may be one. */
  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private synchronized @Nullable Runnable next(Work work, boolean isStarting)
      throws InterruptedException {
    if (ended) {
      throw new InterruptedException();
    }
    if (!tasks.isEmpty()) {
      return tasks.remove();
    }
    if (requested == done) {
      wait();
      return null;
    }
    long waitMs = waitMs(isStarting, System.nanoTime());
    if (waitMs > 0) {
      wait(waitMs);
      return null;
    }
    long number = requested;
    return () -> meet(work, number);
  }

  /** Returns how long the requested selection has to wait, in milliseconds; 0 if it is due. */
  synchronized long waitMs(boolean isStarting, long nowNs) {
    long sinceFirstMs = TimeUnit.NANOSECONDS.toMillis(nowNs - firstNs);
    long sinceLastMs = TimeUnit.NANOSECONDS.toMillis(nowNs - lastNs);
    if (sinceLastMs < QUIET_MS && sinceFirstMs < MAX_CHANGES_MS) {
      return QUIET_MS - sinceLastMs;
    }
    return isStarting && sinceFirstMs < MAX_START_MS ? QUIET_MS : 0;
  }

  /**
   * Selects for all requests up to a number; also a selection that fails has met them, or it would
   * be repeated without end.
   */
  private void meet(Work work, long number) {
    try {
      work.selectAndPublish();
    } finally {
      synchronized (this) {
        done = number;
        firstNs = lastNs; // of what was requested meanwhile
        notifyAll();
      }
    }
  }
}
