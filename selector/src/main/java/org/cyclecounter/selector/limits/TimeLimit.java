// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import org.cyclecounter.selector.limits.TaskResult.Failure;
import org.jspecify.annotations.Nullable;

/** Runs third-party code within a time limit. */
public final class TimeLimit {

  /**
   * The system property that holds the time limit for each step of trying a counter, in seconds: a
   * whole number from 1 to 3600. Anything else is taken for the default, 5.
   */
  public static final String SECONDS_PROPERTY = "org.cyclecounter.probe.seconds";

  private static final int DEFAULT_SECONDS = 5;
  private static final int MAX_SECONDS = 3600;

  private TimeLimit() {}

  /** The time limit for each step. */
  public static int seconds() {
    int seconds = DEFAULT_SECONDS;
    try {
      seconds = Integer.getInteger(SECONDS_PROPERTY, DEFAULT_SECONDS);
    } catch (SecurityException e) {
      return DEFAULT_SECONDS; // not to be read here
    }
    return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : DEFAULT_SECONDS;
  }

  /**
   * Whether a value of {@link #SECONDS_PROPERTY} sets a limit, and the default is not taken
   * instead.
   */
  public static boolean isSeconds(String text) {
    try {
      int seconds = Integer.decode(text);
      return seconds >= 1 && seconds <= MAX_SECONDS;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Runs a task on a thread of its own. */
  public static <T> TaskResult<T> run(Callable<T> task) {
    try (Worker worker = new Worker()) {
      return worker.run(task, true);
    }
  }

  /** Runs a task of this project's own on the calling thread, without a limit. */
  public static <T> TaskResult<T> here(Callable<T> task) {
    Worker.Task<T> one = new Worker.Task<>(task);
    one.run();
    return one.await(1);
  }

  /**
   * Runs a task on a thread of its own, on the calling one where none can be started, and another
   * one on the calling thread meanwhile, which would only wait. An interrupt of the calling thread
   * does not reach the task, and is not lost.
   */
  public static <T> TaskResult<T> uninterrupted(
      Callable<T> task, @Nullable Runnable meanwhile, long limitMs) {
    Worker.Task<T> one = new Worker.Task<>(task);
    start(one);
    if (meanwhile != null && !one.isDone()) {
      meanwhile.run();
    }
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        TaskResult<T> result = one.await(Math.max(1, (endNs - System.nanoTime()) / 1_000_000));
        if (result.failure() != Failure.INTERRUPTED || one.isDone()) {
          return one.isDone() ? one.await(1) : result;
        }
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "cyclecounter-selection");
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      task.run(); // no thread to be had
    }
  }
}
