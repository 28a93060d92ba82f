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

  private interface Step {
    void run() throws IOException;
  }

  /** Threads that count while the counters are taken. */
  private record Round(AtomicBoolean back, List<Future<OwnCount>> running) {

    /** The counters have been given back. */
    List<OwnCount> end() throws Exception {
      back.set(true);
      return results(running);
    }
  }

  /**
   * So many times, on the same threads: they count, all hardware counters are taken and given back,
   * and a later choice takes the counter again. Meanwhile one thread computes, and reads only after
   * they have been given back; or all do so, and nobody can notice at the time.
   */
  void times(Chosen first, int times, boolean read) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    Chosen chosen = first;
    for (int i = 1; i <= times; i++) {
      Chosen now = chosen;
      Round round = take(pool, now, read);
      if (read) {
        await(() -> !now.is(name));
      } else {
        OwnCount.sleep(50);
      }
      pmu.command("slots=6");
      report("taken " + i, round.end());
      now.state("taken " + i, name);
      Chosen later = pmu.choose(name);
      later.state("choice after " + i, name);
      report("given back " + i, onAll(pool, POOL, number -> Counting.count(later, name)));
      later.state("given back " + i, name);
      chosen = later;
    }
    pool.shutdown();
  }

  /**
   * The counter is chosen once more while nothing is wrong, and read by the same threads; then all
   * hardware counters are taken and given back while none of them reads.
   */
  void rechosen(Chosen first) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    onAll(pool, POOL, number -> Counting.count(first, name));
    Chosen later = pmu.choose(name);
    onAll(pool, POOL, number -> Counting.count(later, name));
    unread(pool, later, () -> pmu.command("slots=6"));
    pool.shutdown();
  }

  /** The same, with the later choice made before any of them reads by the earlier one. */
  void between(Chosen first) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(POOL);
    unread(
        pool,
        first,
        () -> {
          pmu.command("slots=6");
          pmu.choose(name).state("choice between", name);
        });
    pool.shutdown();
  }

  private void unread(ExecutorService pool, Chosen chosen, Step giveBack) throws Exception {
    Round round = take(pool, chosen, false);
    OwnCount.sleep(50);
    giveBack.run();
    report("unread", round.end());
    chosen.state("unread", name);
  }

  /** When this returns all threads have counted, and there is no hardware counter any more. */
  private Round take(ExecutorService pool, Chosen chosen, boolean read) throws IOException {
    AtomicInteger reading = new AtomicInteger();
    AtomicBoolean back = new AtomicBoolean();
    List<Future<OwnCount>> running =
        start(
            pool,
            POOL,
            number -> {
              OwnCount own = chosen.count(name);
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
