// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed pool of daemon threads, as JMH's own executor, that reads the counter on each worker
 * thread when its part of an iteration begins and ends. JMH creates it by reflection, at the
 * request of {@link CycleCounterProfiler}.
 *
 * @since 0.1.0
 */
public final class CountingExecutor extends ThreadPoolExecutor {

  /**
   * Creates the pool; JMH requires this signature.
   *
   * @param threads the number of threads, all of which stay
   * @param prefix the beginning of the threads' names
   */
  public CountingExecutor(int threads, String prefix) {
    super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    AtomicInteger count = new AtomicInteger();
    setThreadFactory(
        work -> {
          Thread thread = new Thread(work, prefix + "-jmh-worker-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  // Not in afterExecute, which may run later: JMH sums up as soon as the last future is done.
  @Override
  protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
    return super.newTaskFor(() -> CycleAccumulator.count(callable));
  }
}
