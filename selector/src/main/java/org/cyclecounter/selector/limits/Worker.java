package org.cyclecounter.selector.limits;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Runs each task on a daemon thread of its own, so that one that never returns holds up nothing,
 * and what a counter sets up for its thread is gone when the next one is tried: a perf event that
 * stays open takes a hardware counter away, or lends the right to read one.
 */
final class Worker {

  private static final long LONGEST_END_MS = 100;

  private Worker() {}

  /**
   * Runs a task.
   *
   * @throws TimeoutException if it takes longer than the limit; its thread is interrupted and given
   *     up
   * @throws ExecutionException with whatever it threw, errors included
   * @throws InterruptedException if the calling thread is interrupted meanwhile
   * @throws OutOfMemoryError if no thread can be started
   */
  static <T> T run(Callable<T> task, long limitMs)
      throws TimeoutException, ExecutionException, InterruptedException {
    Answer<T> answer = new Answer<>(task);
    Thread thread = start(answer);
    try {
      return answer.get(limitMs);
    } finally {
      if (!answer.isThere()) {
        thread.interrupt();
      }
      thread.join(LONGEST_END_MS);
    }
  }

  /**
   * Starts a task.
   *
   * @throws OutOfMemoryError if no thread can be started
   */
  static Thread start(Runnable task) {
    Thread thread = new Thread(task, "cyclecounter-selection");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
