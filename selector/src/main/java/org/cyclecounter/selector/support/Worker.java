// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.cyclecounter.selector.support.TaskResult.Failure;
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
  private @Nullable SelectionThread idle;

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
    SelectionThread thread = ownThread ? null : idle;
    if (thread != null) {
      thread.give(running);
    } else {
      thread = new SelectionThread(running, !ownThread);
      try {
        thread.start();
      } catch (OutOfMemoryError e) { // no thread to be had, which says nothing about the heap
        return TaskResult.failed(Failure.NO_THREAD, e);
      }
      idle = ownThread ? idle : thread;
    }
    TaskResult<T> result = running.await(limitSeconds * 1000L);
    // Asked anew: a task that has ended since keeps its thread, though its result was too late.
    if (!running.getAsBoolean()) {
      thread.giveUp();
      idle = thread == idle ? null : idle;
      thread.end();
    }
    if (ownThread) {
      TimeLimit.join(thread, MAX_END_MS);
    }
    return result;
  }

  @Override
  public void close() {
    SelectionThread thread = idle;
    idle = null;
    if (thread != null) {
      thread.end();
    }
  }

  /**
   * A task with its answer; true as a condition once it has ended, of which it notifies. The answer
   * has its place from the beginning: {@link #run} allocates nothing and resolves no class after
   * the task has thrown, because that may be an {@link OutOfMemoryError}.
   */
  public static final class Task<T> implements Runnable, BooleanSupplier {
    private static final Class<?> OUT_OF_MEMORY = OutOfMemoryError.class;
    private static final Module BASE = Object.class.getModule();

    /** Without a lock: it matters whether the number has changed, not by how much. */
    private static volatile int outOfMemoryErrors;

    private final Callable<T> task;
    private boolean hasEnded;
    private @Nullable T value;
    private @Nullable Throwable thrown;

    public Task(Callable<T> task) {
      this.task = task;
    }

    @Override
    public void run() {
      T returned = null;
      Throwable e = null;
      try {
        returned = task.call();
      } catch (Throwable any) { // whatever third-party code throws
        e = any;
        note(any);
      }
      synchronized (this) {
        value = returned;
        thrown = e;
        hasEnded = true;
        notifyAll();
      }
    }

    /**
     * Counts an {@link OutOfMemoryError} that becomes a reason like any other exception, also as
     * the cause of an exception of the JDK's, as when a provider is created. Asks no other
     * exception for its cause: that is third-party code.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // as above
    public static void note(Throwable thrown) {
      Throwable e = thrown;
      while (e.getClass() != OUT_OF_MEMORY && e.getClass().getModule() == BASE) {
        Throwable cause = e.getCause();
        if (cause == null) {
          return;
        }
        e = cause;
      }
      if (e.getClass() == OUT_OF_MEMORY) {
        outOfMemoryErrors++;
      }
    }

    /**
     * Returns how many errors have been {@linkplain #note noted} in this process, with those that
     * have ended tasks: a selection during which the number changes might have another result with
     * more memory.
     */
    public static int outOfMemoryErrors() {
      return outOfMemoryErrors;
    }

    @Override
    public synchronized boolean getAsBoolean() {
      return hasEnded;
    }

    /** Returns the value; null if there is none, or none yet. */
    public synchronized @Nullable T value() {
      return value;
    }

    /** Returns the result; a timeout if there is none yet. */
    synchronized TaskResult<T> result(long limitMs) {
      if (!hasEnded) {
        return new TaskResult<>(null, Failure.TIMED_OUT, null, limitMs);
      }
      return new TaskResult<>(value, thrown == null ? null : Failure.THREW, thrown, 0);
    }

    /** Waits for the result, however long it takes, whatever interrupts the calling thread. */
    public TaskResult<T> join() {
      TimeLimit.await(this, this, Long.MAX_VALUE);
      return result(Long.MAX_VALUE);
    }

    /**
     * Waits for the result, whatever interrupts the calling thread, unless that is given up: the
     * selection is not wanted any more then.
     */
    TaskResult<T> await(long limitMs) {
      boolean isCancelled = !TimeLimit.await(this, this, limitMs, true);
      return isCancelled && SelectionThread.isCurrentGivenUp()
          ? TaskResult.failed(Failure.INTERRUPTED, null)
          : result(limitMs);
    }
  }
}
