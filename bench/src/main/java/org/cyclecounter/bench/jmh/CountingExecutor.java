// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * JMH's own kind of executor, a fixed pool of daemon threads, that reads the counter on each worker
 * thread as its part of an iteration begins and ends. JMH makes it by reflection, where {@link
 * CycleCounterProfiler} has asked for it.
 */
public final class CountingExecutor extends ThreadPoolExecutor {

  /**
   * Makes the pool, as JMH asks for it.
   *
   * @param threads how many threads, all of which stay
   * @param prefix what the threads' names begin with
   */
  public CountingExecutor(int threads, String prefix) {
    super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    AtomicInteger made = new AtomicInteger();
    setThreadFactory(
        work -> {
          Thread thread = new Thread(work, prefix + "-jmh-worker-" + made.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  // Here and not in afterExecute: JMH sums up as soon as the last future is done.
  @Override
  protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
    return super.newTaskFor(() -> CycleAccumulator.count(callable));
  }
}
