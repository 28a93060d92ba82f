// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Threads of a pool that count at the same time, and the count of each. */
final class Together {

  private static final long PATIENCE_NS = 120_000_000_000L;

  /** A thread's work, which it reports on as it likes. */
  interface Task {
    OwnCount run(int thread);
  }

  interface Condition {
    boolean holds();
  }

  private Together() {}

  static List<OwnCount> onAll(ExecutorService pool, int threads, Task task) throws Exception {
    return results(start(pool, threads, task));
  }

  /** Runs a task once on each thread of the pool, which wait for each other before they begin. */
  static List<Future<OwnCount>> start(ExecutorService pool, int threads, Task task) {
    CyclicBarrier all = new CyclicBarrier(threads);
    List<Future<OwnCount>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      running.add(
          pool.submit(
              () -> {
                all.await();
                return task.run(number);
              }));
    }
    return running;
  }

  static List<OwnCount> results(List<Future<OwnCount>> running) throws Exception {
    List<OwnCount> results = new ArrayList<>();
    for (Future<OwnCount> each : running) {
      results.add(each.get());
    }
    return results;
  }

  /** Waits until the condition holds, or for the time limit; the caller checks again. */
  static void await(Condition condition) {
    long endNs = System.nanoTime() + PATIENCE_NS;
    while (!condition.holds() && System.nanoTime() < endNs) {
      OwnCount.sleep(5);
    }
  }

  /** Prints each thread's count. */
  static void report(String stage, List<OwnCount> counts) {
    for (OwnCount own : counts) {
      System.out.printf(
          Locale.ROOT,
          "count: %s\t%.4f\t%d\t%d\t%d%n",
          stage,
          own.worstRatio(),
          own.jumps,
          own.decreases,
          own.equal);
    }
  }
}
