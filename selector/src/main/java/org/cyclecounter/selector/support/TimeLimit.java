// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.cyclecounter.selector.support.TaskResult.Failure;
import org.jspecify.annotations.Nullable;

/** Limits the time of third-party code, and waits that no interrupt cuts short. */
public final class TimeLimit {

  /**
   * The system property that holds the time limit for each step of probing a counter, in seconds: a
   * whole number from 1 to 3600. Anything else is taken for the default, 5.
   */
  public static final String SECONDS_PROPERTY = "org.cyclecounter.probe.seconds";

  /**
   * The system property that holds the processor time that third parties together may take of a
   * first reading, in seconds: as above, and 2 by default.
   */
  public static final String THIRD_PARTIES_PROPERTY = "org.cyclecounter.thirdparty.seconds";

  private static final int DEFAULT_THIRD_PARTIES_SECONDS = 2;

  /**
   * A step takes milliseconds on an idle machine; on two cores with 50 busy threads a child JVM
   * took more than 2 s (docs/evidence/isolation.md).
   */
  private static final int DEFAULT_SECONDS = 5;

  private static final int MAX_SECONDS = 3600;

  /** The name of the threads that run tasks. */
  private static final String THREAD = "cyclecounter-selection";

  /** The longest wait for the end of a task's thread, in milliseconds: its perf events are gone. */
  private static final long MAX_END_MS = 100;

  /** The first polls, 20 µs apart: a thread that has done its task ends within microseconds. */
  private static final int SHORT_PAUSES = 100;

  private static final long SHORT_PAUSE_NS = 20_000;
  private static final long LONG_PAUSE_NS = 1_000_000;

  private TimeLimit() {}

  /** Reads the time limit for each step, in seconds. */
  public static int seconds() {
    return seconds(SECONDS_PROPERTY, DEFAULT_SECONDS);
  }

  /** Reads the processor time of third parties in a first reading, in seconds. */
  public static int thirdPartySeconds() {
    return seconds(THIRD_PARTIES_PROPERTY, DEFAULT_THIRD_PARTIES_SECONDS);
  }

  private static int seconds(String property, int defaultSeconds) {
    String text = SystemProperty.text(property);
    return text != null && isSeconds(text) ? Integer.decode(text) : defaultSeconds;
  }

  /** Returns true if a value of these properties sets a limit, false for the default. */
  public static boolean isSeconds(String text) {
    try {
      int seconds = Integer.decode(text);
      return seconds >= 1 && seconds <= MAX_SECONDS;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Runs a task as below, for at most {@link #seconds()}. */
  public static <T> TaskResult<T> run(Callable<T> task) {
    return run(task, seconds(), true);
  }

  /**
   * Runs a task on a daemon thread of its own within a time limit, so that a task that never
   * returns holds up nothing: its thread is interrupted and given up. It may run for ever, because
   * Java cannot end it; as a daemon it does not keep the program from exiting, and a later result
   * is dropped.
   *
   * @param isEndAwaited true to wait for the end of the thread, too, which takes long on a busy
   *     machine: the perf events of a counter's thread must be gone when the next counter is
   *     probed, because an open event takes a hardware counter away, or lends the right to read one
   * @return its value or failure; an exception of the task is a failure, too
   */
  public static <T> TaskResult<T> run(Callable<T> task, int limitSeconds, boolean isEndAwaited) {
    Task<T> running = new Task<>(task);
    SelectionThread thread = new SelectionThread(THREAD, running, true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // thread limit reached, not a full heap
      return new TaskResult<>(null, Failure.NO_THREAD, e, 0);
    }
    long limitMs = limitSeconds * 1000L;
    boolean hasEnded = await(running, running, limitMs, true);
    TaskResult<T> result =
        !hasEnded && SelectionScope.isCurrentCancelled()
            ? new TaskResult<>(null, Failure.INTERRUPTED, null, 0)
            : running.result(limitMs);
    if (!hasEnded) {
      thread.giveUp();
    }
    if (isEndAwaited) {
      join(thread, MAX_END_MS);
    }
    return result;
  }

  /**
   * Runs a task of this project's own on the calling thread, without a limit: an exception becomes
   * a result, as in {@link #run(Callable)}.
   */
  public static <T> TaskResult<T> runInline(Callable<T> task) {
    Task<T> running = new Task<>(task);
    running.run();
    return running.result(0);
  }

  /**
   * Runs a task on a new thread; on the calling one, without a limit, where none can be started. An
   * interrupt of the calling thread does not reach the task, and is kept. A task that exceeds its
   * limit runs on; its result is dropped.
   *
   * <p>With turns, the task and its limits begin when a turn is free. A task that lasts longer than
   * a turn goes on without one, because it may wait for another task that waits for a turn.
   *
   * @param turns the turns that are free; fair, so that the longest wait ends first; null for a
   *     task that needs none
   * @param turnMs the longest turn, in milliseconds
   * @param limitMs the longest wait after the turn, in milliseconds
   */
  public static <T> TaskResult<T> runUninterrupted(
      Callable<T> task, @Nullable Semaphore turns, long turnMs, long limitMs) {
    Task<T> running = new Task<>(task);
    if (turns == null) {
      start(running);
    } else {
      turns.acquireUninterruptibly();
      try {
        start(running);
        await(running, running, turnMs);
      } finally {
        turns.release();
      }
    }
    await(running, running, limitMs);
    return running.result(limitMs);
  }

  /**
   * Starts a task on a new daemon thread; runs it on the calling one where none can be started.
   * {@code Thread.start} reports a limit of the system's as an {@link OutOfMemoryError}, which says
   * nothing about the heap.
   */
  public static void start(Runnable task) {
    Thread thread = new SelectionThread(THREAD, task, true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // thread limit reached
      task.run();
    }
  }

  /**
   * Waits until a condition holds. An interrupt does not end the wait, and is kept: the thread is
   * interrupted again afterwards.
   *
   * @param monitor notified whenever the condition may have begun to hold
   * @param condition evaluated with the monitor held
   * @param limitMs at most this long; {@link Long#MAX_VALUE} for no limit
   * @return true if the condition holds, false if the time is up
   */
  public static boolean await(Object monitor, BooleanSupplier condition, long limitMs) {
    return await(monitor, condition, limitMs, false);
  }

  /** As above; {@code isCancellable} if an interrupt ends the wait in a cancelled selection. */
  static boolean await(
      Object monitor, BooleanSupplier condition, long limitMs, boolean isCancellable) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    boolean isInterrupted = false;
    boolean isMet;
    synchronized (monitor) {
      for (isMet = condition.getAsBoolean(); !isMet; isMet = condition.getAsBoolean()) {
        long leftNs = endNs - System.nanoTime();
        if (leftNs <= 0) {
          break;
        }
        try {
          monitor.wait(leftNs / 1_000_000 + 1); // 0 would wait for ever
        } catch (InterruptedException e) {
          isInterrupted = true;
          if (isCancellable && SelectionScope.isCurrentCancelled()) {
            break;
          }
        }
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return isMet;
  }

  /**
   * Waits for the end of a thread. An interrupt of the calling thread does not end the wait, and is
   * kept. Polls because {@link Thread#join()} needs the thread's monitor, which others may hold. No
   * lambda: cold start 1.
   *
   * @return true if the thread has ended, false if the time is up
   */
  public static boolean join(Thread thread, long limitMs) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    boolean isInterrupted = false;
    for (int polls = 0; thread.isAlive() && endNs - System.nanoTime() > 0; polls++) {
      LockSupport.parkNanos(polls < SHORT_PAUSES ? SHORT_PAUSE_NS : LONG_PAUSE_NS);
      isInterrupted |= Thread.interrupted(); // parkNanos would not pause any more
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
