package org.cyclecounter.selector.scoring;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A daemon thread on which counters are opened and measured, so that one that never returns holds
 * up nothing: its thread is given up, and the next counter gets a new one.
 */
final class Worker implements AutoCloseable {

  private ExecutorService thread = newThread();

  /**
   * Runs a task.
   *
   * @throws TimeoutException if it takes longer than the limit
   * @throws ExecutionException with whatever it threw, errors included
   * @throws InterruptedException if the calling thread is interrupted meanwhile
   */
  <T> T run(Callable<T> task, long limitMs)
      throws TimeoutException, ExecutionException, InterruptedException {
    Future<T> future = thread.submit(task);
    try {
      return future.get(limitMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | InterruptedException e) {
      future.cancel(true);
      thread.shutdownNow();
      thread = newThread();
      throw e;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private static ExecutorService newThread() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "cyclecounter-selection");
          thread.setDaemon(true);
          return thread;
        });
  }
}
