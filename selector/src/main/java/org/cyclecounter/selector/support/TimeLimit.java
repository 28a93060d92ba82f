// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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

  /** A thread that has done its task ends within microseconds: so many looks are this far apart. */
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
    try {
      String text = System.getProperty(property, "");
      return isSeconds(text) ? Integer.decode(text) : defaultSeconds;
    } catch (SecurityException e) {
      return defaultSeconds; // a security manager may refuse to let it be read
    }
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

  /** Runs a task on a new thread, for at most {@link #seconds()}. */
  public static <T> TaskResult<T> run(Callable<T> task) {
    try (Worker worker = new Worker()) {
      return worker.run(task, true);
    }
  }

  /**
   * Runs a task of this project's own on the calling thread, without a limit: what it throws
   * becomes a result, as on a {@link Worker}'s thread.
   */
  public static <T> TaskResult<T> here(Callable<T> task) {
    Worker.Task<T> running = new Worker.Task<>(task);
    running.run();
    return running.result(0);
  }

  /**
   * Runs a task on a new thread; on the calling one, without a limit, where none can be started. An
   * interrupt of the calling thread does not reach the task, and is kept. A task that exceeds its
   * limit runs on; its result is dropped.
   *
   * @param limitMs the longest wait, in milliseconds
   */
  public static <T> TaskResult<T> uninterrupted(Callable<T> task, long limitMs) {
    Worker.Task<T> running = new Worker.Task<>(task);
    start(running);
    await(running, running, limitMs);
    return running.result(limitMs);
  }

  /**
   * As above, in turn: starts the task, and its limits, when a turn is free. A task that lasts
   * longer than a turn goes on without one, because what it waits for may be waiting for a turn.
   *
   * @param turns the turns that are free; fair, so that the longest wait ends first
   * @param turnMs the longest turn, in milliseconds
   * @param limitMs the longest wait after the turn, in milliseconds
   */
  public static <T> TaskResult<T> inTurn(
      Callable<T> task, Semaphore turns, long turnMs, long limitMs) {
    Worker.Task<T> running = new Worker.Task<>(task);
    turns.acquireUninterruptibly();
    try {
      start(running);
      await(running, running, turnMs);
    } finally {
      turns.release();
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
    Thread thread = new SelectionThread(task, false);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // no thread to be had
      task.run();
    }
  }

  /**
   * Waits until a condition holds, whatever interrupts the calling thread; an interrupt is kept:
   * the thread is interrupted again afterwards.
   *
   * @param monitor notified whenever the condition may have begun to hold
   * @param condition evaluated with the monitor held
   * @param limitMs at most this long; {@link Long#MAX_VALUE} for no limit
   * @return true if the condition holds, false if the time is up
   */
  public static boolean await(Object monitor, BooleanSupplier condition, long limitMs) {
    return await(monitor, condition, limitMs, false);
  }

  /** As above; {@code isCancellable} to wait no longer on a thread that is given up. */
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
          if (isCancellable && SelectionThread.isCurrentGivenUp()) {
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
   * Waits for the end of a thread, whatever interrupts the calling one; an interrupt is kept. Looks
   * again and again, because {@link Thread#join()} needs the thread's monitor, which others may
   * hold. No lambda: cold start 1.
   *
   * @return true if the thread has ended, false if the time is up
   */
  public static boolean join(Thread thread, long limitMs) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    boolean isInterrupted = false;
    for (int looks = 0; thread.isAlive() && endNs - System.nanoTime() > 0; looks++) {
      LockSupport.parkNanos(looks < SHORT_PAUSES ? SHORT_PAUSE_NS : LONG_PAUSE_NS);
      isInterrupted |= Thread.interrupted(); // parkNanos would not pause any more
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
