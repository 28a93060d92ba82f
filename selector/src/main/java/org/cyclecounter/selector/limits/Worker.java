// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import org.cyclecounter.selector.limits.TaskResult.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Runs one task at a time on a daemon thread within the time limit, so that a task that never
 * returns holds up nothing. The thread serves the next task, too, unless a task asks for one of its
 * own: what a counter sets up for its thread must be gone when the next one is probed, because a
 * perf event that stays open takes a hardware counter away, or lends the right to read one.
 *
 * <p>For one caller at a time. No FutureTask: cold start 9.
 */
public final class Worker implements AutoCloseable {

  private static final long MAX_END_MS = 100;

  private @Nullable Lane idle;

  /** Starts no thread yet. */
  public Worker() {}

  /** Runs a task, on a thread that ends with it or on the one for the next task, too. */
  public <T> TaskResult<T> run(Callable<T> task, boolean ownThread) {
    return run(task, ownThread, TimeLimit.seconds());
  }

  /** Runs a task of several steps, which may take so many seconds together. */
  public <T> TaskResult<T> run(Callable<T> task, boolean ownThread, int seconds) {
    Task<T> one = new Task<>(task);
    Lane lane = ownThread ? null : idle;
    try {
      if (lane == null) {
        lane = new Lane(one, !ownThread);
        lane.start();
        idle = ownThread ? idle : lane;
      } else {
        lane.give(one);
      }
    } catch (OutOfMemoryError e) { // no thread to be had
      return TaskResult.failed(Failure.NO_THREAD, e);
    }
    TaskResult<T> result = one.await(seconds * 1000L);
    if (!one.isDone()) {
      lane.interrupt();
      idle = lane == idle ? null : idle;
      lane.end();
    }
    if (ownThread) {
      awaitEnd(lane);
    }
    return result;
  }

  @Override
  public void close() {
    Lane lane = idle;
    idle = null;
    if (lane != null) {
      lane.end();
    }
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join(MAX_END_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A task, and its result for another thread to wait for. */
  static final class Task<T> implements Runnable {
    private final Callable<T> task;
    private @Nullable TaskResult<T> result;

    Task(Callable<T> task) {
      this.task = task;
    }

    @Override
    public void run() {
      TaskResult<T> made;
      try {
        made = TaskResult.of(task.call());
      } catch (Throwable e) { // whatever third-party code throws
        made = TaskResult.failed(Failure.THREW, e);
      }
      synchronized (this) {
        result = made;
        notifyAll();
      }
    }

    synchronized boolean isDone() {
      return result != null;
    }

    synchronized TaskResult<T> await(long limitMs) {
      long endNs = System.nanoTime() + limitMs * 1_000_000;
      try {
        while (true) {
          TaskResult<T> now = result;
          if (now != null) {
            return now;
          }
          long leftMs = (endNs - System.nanoTime() + 999_999) / 1_000_000;
          if (leftMs <= 0) {
            return TaskResult.timedOut(limitMs);
          }
          wait(leftMs);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return TaskResult.failed(Failure.INTERRUPTED, null);
      }
    }
  }

  private static final class Lane extends Thread {
    private @Nullable Runnable next;
    private boolean goesOn;

    Lane(Runnable first, boolean goesOn) {
      super("cyclecounter-selection");
      setDaemon(true);
      this.next = first;
      this.goesOn = goesOn;
    }

    synchronized void give(Runnable task) {
      next = task;
      notifyAll();
    }

    synchronized void end() {
      goesOn = false;
      notifyAll();
    }

    @Override
    public void run() {
      for (Runnable task = take(); task != null; task = take()) {
        task.run();
      }
    }

    private synchronized @Nullable Runnable take() {
      while (next == null && goesOn) {
        try {
          wait();
        } catch (InterruptedException e) {
          continue; // the task's doing
        }
      }
      Runnable task = next;
      next = null;
      return task;
    }
  }
}
