// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that begin at the same time. */
public final class Together {
  private Together() {}

  /** Calls on so many threads; gives the results of all. */
  public static <T> List<T> call(int threads, Callable<T> call) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    Callable<T> afterStart =
        () -> {
          start.await();
          return call.call();
        };
    List<T> results = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (Future<T> one : pool.invokeAll(Collections.nCopies(threads, afterStart))) {
        results.add(one.get());
      }
    } finally {
      pool.shutdownNow();
    }
    return results;
  }
}
