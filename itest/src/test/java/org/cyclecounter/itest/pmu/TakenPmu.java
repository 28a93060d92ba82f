// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.cyclecounter.itest.pmu.Together.await;
import static org.cyclecounter.itest.pmu.Together.onAll;
import static org.cyclecounter.itest.pmu.Together.report;
import static org.cyclecounter.itest.pmu.Together.results;
import static org.cyclecounter.itest.pmu.Together.start;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All hardware counters are taken while the threads of a pool count, and given back.
 *
 * @param name the counter in question
 */
record TakenPmu(String name, PmuControl pmu) {

  private static final int POOL = 8;

  /** A thread comes to its end even if the counters are never given back. */
  private static final long MAX_TAKEN_NS = 60_000_000_000L;

  /** Threads that count while the counters are taken. */
  private record Round(AtomicBoolean back, List<Future<OwnCount>> running) {

    /** The counters have been given back. */
    List<OwnCount> end() throws Exception {
      back.set(true);
      return results(running);
    }
  }

  /**
   * Repeats on the same threads: they count, all hardware counters are taken and given back, and a
   * later selection takes the counter again. During this one thread computes, and reads only after
   * they have been given back; or all do, so that none notices at the time.
   */
  void times(Selected first, int times, boolean read) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    Selected selected = first;
    for (int i = 1; i <= times; i++) {
      Selected now = selected;
      Round round = take(pool, now, read);
      if (read) {
        await(() -> !now.is(name));
      } else {
        OwnCount.sleep(50);
      }
      pmu.command("slots=6");
      report("taken " + i, round.end());
      now.state("taken " + i, name);
      Selected later = pmu.select(name);
      later.state("selection after " + i, name);
      report("given back " + i, onAll(pool, POOL, number -> Counting.count(later, name)));
      later.state("given back " + i, name);
      selected = later;
    }
    pool.shutdown();
  }

  /** When this returns all threads have counted, and there is no hardware counter any more. */
  private Round take(ExecutorService pool, Selected selected, boolean read) throws IOException {
    AtomicInteger reading = new AtomicInteger();
    AtomicBoolean back = new AtomicBoolean();
    List<Future<OwnCount>> running =
        start(
            pool,
            POOL,
            number -> {
              OwnCount own = selected.count(name);
              own.work(Counting.WORK_NS);
              reading.incrementAndGet();
              long endNs = System.nanoTime() + MAX_TAKEN_NS;
              while (!back.get() && System.nanoTime() < endNs) {
                OwnCount.spin(1_000_000);
                if (read && number != 0) {
                  own.read();
                }
                OwnCount.sleep(1);
              }
              own.work(Counting.WORK_NS / 10);
              own.endPart();
              return own;
            });
    await(() -> reading.get() == POOL);
    pmu.command("slots=0");
    return new Round(back, running);
  }
}
