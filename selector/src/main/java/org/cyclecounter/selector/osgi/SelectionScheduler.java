// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Selects on a single daemon thread, soon after something has changed, once for all changes within
 * a moment. The same thread runs everything else that changes the published services. Thread-safe.
 *
 * <p>A request is served by the next selection to start, also if that fails, or it would be
 * repeated without end; a request during a selection leads to another one.
 */
final class SelectionScheduler {

  static final String THREAD = "cyclecounter-osgi";

  /** The time without a change before a selection begins. */
  private static final long QUIET_MS = 50;

  /** The longest time that a selection is put off by changes. */
  private static final long MAX_CHANGES_MS = 400;

  /** The longest time that a selection is put off while the framework starts. */
  private static final long MAX_START_MS = 1000;

  /** The longest wait of a caller for a selection; each step of one has a limit, their sum none. */
  private static final long MAX_SELECTION_S = 120;

  /** The longest wait for the end of a selection that the bundle's stop cancels. */
  private static final long MAX_END_MS = 5000;

  private final Function<SelectionScope, Runnable> selection;
  private final BooleanSupplier isStarting;

  /** Null before the pool has a task. */
  private volatile @Nullable Thread thread;

  /** Drops the tasks that come after its shutdown. */
  private final ScheduledThreadPoolExecutor pool =
      new ScheduledThreadPoolExecutor(
          1, work -> thread = daemon(THREAD, work), new DiscardPolicy());

  /** The newest selection's, which may have ended. */
  private volatile @Nullable SelectionScope scope;

  /** Open once the newest requests have been served. */
  private volatile CountDownLatch served = new CountDownLatch(0);

  /** True while a selection is requested and has not begun. */
  private boolean isRequested;

  /** The times of the first and of the last of its requests. */
  private long firstMs;

  private long lastMs;

  /**
   * Creates a scheduler; its thread starts with the first task.
   *
   * @param selection selects, and returns the task that publishes the result, which runs outside of
   *     the scope, because it calls listeners
   * @param isStarting true if more is about to change, which puts a selection off for a while
   */
  SelectionScheduler(Function<SelectionScope, Runnable> selection, BooleanSupplier isStarting) {
    this.selection = selection;
    this.isStarting = isStarting;
  }

  /**
   * Creates a daemon thread that may live long: without the calling thread's thread locals and
   * class loader, which it would keep. No SelectionThread: interrupts must reach it, because they
   * end the idle threads of a pool.
   */
  static Thread daemon(String name, Runnable work) {
    Thread daemon = new Thread(null, work, name, 0, false);
    daemon.setDaemon(true);
    daemon.setContextClassLoader(null);
    return daemon;
  }

  /** Requests a selection. Called by the framework's threads: returns without waiting. */
  synchronized void request() {
    lastMs = System.nanoTime() / 1_000_000;
    if (!isRequested && !pool.isShutdown()) {
      isRequested = true;
      firstMs = lastMs;
      served = new CountDownLatch(1);
      schedule(QUIET_MS);
    }
  }

  private void schedule(long delayMs) {
    Object unused = pool.schedule(this::selectIfDue, delayMs, MILLISECONDS);
  }

  private void selectIfDue() {
    boolean starting = isStarting.getAsBoolean();
    CountDownLatch requests;
    synchronized (this) {
      long nowMs = System.nanoTime() / 1_000_000;
      long delayMs = delayMs(nowMs - firstMs, nowMs - lastMs, starting);
      if (delayMs > 0) {
        schedule(delayMs);
        return;
      }
      isRequested = false;
      requests = served;
    }
    attempt(this::select);
    requests.countDown();
  }

  /** Returns how long a requested selection still has to wait, in milliseconds; 0 if it is due. */
  static long delayMs(long sinceFirstMs, long sinceLastMs, boolean isStarting) {
    if (sinceLastMs < QUIET_MS && sinceFirstMs < MAX_CHANGES_MS) {
      return QUIET_MS - sinceLastMs;
    }
    return isStarting && sinceFirstMs < MAX_START_MS ? QUIET_MS : 0;
  }

  private void select() {
    Runnable publication;
    SelectionScope entered = SelectionScope.enter();
    scope = entered;
    try (entered) {
      if (pool.isShutdown()) { // close() may have missed it
        entered.cancel();
      }
      publication = selection.apply(entered);
    } finally {
      entered.end();
    }
    if (!pool.isShutdown()) {
      publication.run();
    }
  }

  /** Runs a task on the thread, between two selections; an exception is logged. */
  void execute(Runnable task) {
    pool.execute(() -> attempt(task));
  }

  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      if (!pool.isShutdown()) { // when the bundle stops, its context ceases to work
        Log.warn("the selection of a cycle counter failed", e);
      }
    }
  }

  /**
   * Waits until all requests so far have been served; false if that takes too long, or the bundle
   * stops.
   */
  boolean awaitRequested() throws InterruptedException {
    return served.await(MAX_SELECTION_S, SECONDS) && !pool.isShutdown();
  }

  /** Ends the thread, in the middle of a selection, too, and waits for that. */
  void close() {
    pool.shutdown();
    SelectionScope running = scope;
    if (running != null) {
      running.cancel(); // first: an interrupt ends no wait of a selection that goes on
    }
    pool.shutdownNow();
    synchronized (this) {
      served.countDown();
    }
    Thread ending = thread;
    // On its own thread, a listener to our services stops our bundle.
    if (ending != null && ending != Thread.currentThread() && !TimeLimit.join(ending, MAX_END_MS)) {
      Log.warn(THREAD + " does not end", null);
    }
  }
}
