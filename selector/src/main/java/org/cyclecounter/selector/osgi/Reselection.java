// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.limits.Log;
import org.jspecify.annotations.Nullable;

/**
 * Selects on a daemon thread of its own, soon after something has changed, once for all that
 * changes within a moment. Whatever else touches what was published runs on this thread, too.
 * Thread-safe.
 */
final class Reselection implements Runnable {

  /** What is run on the thread. */
  interface Work {
    /** Runs first. */
    void prepare();

    /** Whether more is about to change; a selection waits for that for a while. */
    boolean isStarting();

    /** Selects. */
    void selectAndPublish();
  }

  /** So long nothing must change before a selection begins. */
  private static final long QUIET_MS = 50;

  /** So long a selection is put off at most while things go on changing. */
  private static final long MAX_CHANGES_MS = 400;

  /** So long a selection is put off at most while the framework starts. */
  private static final long MAX_START_MS = 1000;

  private static final long MAX_END_MS = 5000;

  private final Work work;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private long asked;
  private long done;
  private long firstNs;
  private long lastNs;
  private boolean ended;

  Reselection(Work work) {
    this.work = work;
    thread = new Thread(null, this, "cyclecounter-osgi", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // the starter's must not be kept
  }

  void open() {
    thread.start();
  }

  /** Has a selection made soon. */
  synchronized void request() {
    lastNs = System.nanoTime();
    if (asked++ == done) {
      firstNs = lastNs;
    }
    notifyAll();
  }

  /** Looks again whether things are still starting. */
  synchronized void wake() {
    notifyAll();
  }

  /** Waits for every selection that has been requested; false if that took too long. */
  synchronized boolean awaitRequested(long limitMs) throws InterruptedException {
    return awaitDone(Math.max(1, asked), limitMs);
  }

  private boolean awaitDone(long number, long limitMs) throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    while (done < number && !ended) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return done >= number;
  }

  /** Has something done on the thread, between two selections. */
  synchronized void post(Runnable task) {
    tasks.add(task);
    notifyAll();
  }

  /** Has a selection made, and waits until it is; false if it took too long. */
  synchronized boolean now(long limitMs) throws InterruptedException {
    request();
    return awaitDone(asked, limitMs);
  }

  /** Ends the thread, in the middle of a selection, too, and waits for that. */
  void close() {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    thread.interrupt();
    if (isCurrentThread()) {
      return; // a listener to our services stops our bundle
    }
    boolean interrupted = false;
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_END_MS);
    while (thread.isAlive()) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
      if (leftMs <= 0) {
        Log.warn(thread.getName() + " does not end", null);
        break;
      }
      try {
        thread.join(leftMs);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  /** The thread's own. */
  @Override
  public void run() {
    try {
      attempt(work::prepare);
      while (true) {
        Runnable task = next(work.isStarting());
        if (task != null) {
          attempt(task);
        }
      }
    } catch (InterruptedException e) {
      return; // close()
    }
  }

  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | LinkageError e) {
      if (!hasEnded()) { // when the bundle stops, its context ceases to work
        Log.warn("the selection of a cycle counter failed", e);
      }
    }
  }

  /** Null after a moment's wait. */
  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private synchronized @Nullable Runnable next(boolean isStarting) throws InterruptedException {
    if (ended) {
      throw new InterruptedException();
    }
    if (!tasks.isEmpty()) {
      return tasks.remove();
    }
    if (asked == done) {
      wait();
      return null;
    }
    long now = System.nanoTime();
    long sinceFirstMs = TimeUnit.NANOSECONDS.toMillis(now - firstNs);
    long sinceLastMs = TimeUnit.NANOSECONDS.toMillis(now - lastNs);
    boolean isDue = sinceLastMs >= QUIET_MS || sinceFirstMs >= MAX_CHANGES_MS;
    if (isDue && (!isStarting || sinceFirstMs >= MAX_START_MS)) {
      long number = asked;
      return () -> select(number);
    }
    wait(isDue ? QUIET_MS : QUIET_MS - sinceLastMs);
    return null;
  }

  private void select(long number) {
    try {
      work.selectAndPublish();
    } finally {
      synchronized (this) {
        done = number;
        firstNs = lastNs; // of what was asked meanwhile
        notifyAll();
      }
    }
  }
}
