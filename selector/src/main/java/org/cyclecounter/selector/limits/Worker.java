// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.cyclecounter.selector.limits.TaskResult.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Runs one task at a time on a daemon thread within a time limit, so that a task that never returns
 * holds up nothing: its thread is interrupted and given up. The thread serves the next task, too,
 * unless a task asks for a separate one: what a counter sets up for its thread must be gone when
 * the next one is probed, because a perf event that stays open takes a hardware counter away, or
 * lends the right to read one.
 *
 * <p>A thread that was given up may run for ever: Java cannot end it. It is a daemon, so that it
 * does not keep the program from exiting, and what it returns later is dropped.
 *
 * <p>For one caller at a time. No FutureTask: cold start 9.
 */
public final class Worker implements AutoCloseable {

  /**
   * The longest wait for a separate thread to end, in milliseconds, so that what is tied to it is
   * gone; a thread that does not return is not waited for any longer.
   */
  private static final long MAX_END_MS = 100;

  private final int limitSeconds;

  /** The thread that waits for the next task; null if there is none. */
  private @Nullable Lane idle;

  /** Starts no thread yet; a step may take {@link TimeLimit#seconds()}. */
  public Worker() {
    this(TimeLimit.seconds());
  }

  /** Starts no thread yet; a step may take this long. */
  public Worker(int limitSeconds) {
    this.limitSeconds = limitSeconds;
  }

  /** Returns the limit of a step, in seconds. */
  public int limitSeconds() {
    return limitSeconds;
  }

  /** Runs a task for at most {@link #limitSeconds()}. */
  public <T> TaskResult<T> run(Callable<T> task, boolean ownThread) {
    return run(task, ownThread, limitSeconds);
  }

  /**
   * Runs a task.
   *
   * @param ownThread true for a thread that ends with the task, false for one that serves the next
   *     task, too
   * @param limitSeconds the limit; more than a step's for a task of several steps
   * @return its value or failure; never throws for what the task does
   */
  public <T> TaskResult<T> run(Callable<T> task, boolean ownThread, int limitSeconds) {
    Task<T> running = new Task<>(task);
    Lane lane = ownThread ? null : idle;
    try {
      if (lane == null) {
        lane = new Lane(running, !ownThread);
        lane.start();
        idle = ownThread ? idle : lane;
      } else {
        lane.give(running);
      }
    } catch (OutOfMemoryError e) { // no thread to be had
      return TaskResult.failed(Failure.NO_THREAD, e);
    }
    TaskResult<T> result = running.await(limitSeconds * 1000L);
    // Asked anew: a task that has ended since keeps its thread, though its result was too late.
    if (!running.getAsBoolean()) {
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

  /** A task with its result; true as a condition once it has ended, of which it notifies. */
  static final class Task<T> implements Runnable, BooleanSupplier {
    private final Callable<T> task;
    private @Nullable TaskResult<T> result;

    Task(Callable<T> task) {
      this.task = task;
    }

    @Override
    public void run() {
      TaskResult<T> outcome;
      try {
        outcome = TaskResult.of(task.call());
      } catch (Throwable e) { // whatever third-party code throws
        outcome = TaskResult.failed(Failure.THREW, e);
      }
      synchronized (this) {
        result = outcome;
        notifyAll();
      }
    }

    @Override
    public synchronized boolean getAsBoolean() {
      return result != null;
    }

    /** Returns the result; a timeout if there is none yet. */
    synchronized TaskResult<T> result(long limitMs) {
      return result != null ? result : TaskResult.timedOut(limitMs);
    }

    /** Waits for the result; an interrupt of the calling thread ends the wait, and is kept. */
    synchronized TaskResult<T> await(long limitMs) {
      long endNs = System.nanoTime() + limitMs * 1_000_000;
      try {
        for (long leftNs = limitMs * 1_000_000; result == null && leftNs > 0; ) {
          wait(leftNs / 1_000_000 + 1); // 0 would wait for ever
          leftNs = endNs - System.nanoTime();
        }
        return result(limitMs);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return TaskResult.failed(Failure.INTERRUPTED, null);
      }
    }
  }

  /**
   * A daemon thread for one task after another, which it takes under its own lock; a third party's
   * task that locks or notifies its thread disturbs a wait, not the order.
   */
  private static final class Lane extends Thread {
    private @Nullable Runnable next;
    private boolean goesOn;

    /** Takes its first task with it, so that it ends with that where {@code goesOn} is false. */
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
          continue; // a task has interrupted its own thread, or left another that does
        }
      }
      Runnable task = next;
      next = null;
      return task;
    }
  }
}
