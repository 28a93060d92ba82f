// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.cyclecounter.itest.selecting.FirstUse.say;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.itest.machines.JvmSignals;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * Forbids RDPMC while four threads read the counter that uses it, and prints the events: a line for
 * each fact, with a word first.
 */
public final class InUse {

  private static final int THREADS = 4;
  private static final int READS = 2_000;

  /** A counter that follows another goes on at least 2^59 above it. */
  private static final long JUMP = 1L << 53;

  private static final class Reader extends Thread {
    private final CycleCounter counter;
    private final CountDownLatch halfway;
    private final CountDownLatch forbidden;
    private int decreases;
    private int jumps;
    private Throwable thrown;

    Reader(CycleCounter counter, CountDownLatch halfway, CountDownLatch forbidden) {
      this.counter = counter;
      this.halfway = halfway;
      this.forbidden = forbidden;
    }

    @Override
    public void run() {
      try {
        long last = counter.cycles();
        // Reads go on, so some fall into this moment.
        for (int i = 0; i < READS || forbidden.getCount() > 0; i++) {
          last = next(last);
          if (i == READS / 2) {
            halfway.countDown();
          }
        }
        for (int i = 0; i < READS; i++) {
          last = next(last);
        }
      } catch (Throwable t) {
        thrown = t;
      }
    }

    private long next(long last) {
      long now = counter.cycles();
      decreases += now < last ? 1 : 0;
      jumps += now - last > JUMP ? 1 : 0;
      return now;
    }
  }

  private InUse() {}

  public static void main(String[] arguments) throws Exception {
    AtomicInteger told = new AtomicInteger();
    CountDownLatch listener = new CountDownLatch(1);
    var selected =
        CycleCounterSelector.builder()
            .onLoss(
                report -> {
                  told.incrementAndGet();
                  listener.countDown();
                })
            .build()
            .select();
    CycleCounter counter = selected.counter();
    say("before", counter.implementation());
    CountDownLatch halfway = new CountDownLatch(THREADS);
    CountDownLatch forbidden = new CountDownLatch(1);
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Reader reader = new Reader(counter, halfway, forbidden);
      readers.add(reader);
      reader.start();
    }
    halfway.await(5, TimeUnit.MINUTES);
    Files.writeString(SimulatedPmu.RDPMC, "0\n");
    forbidden.countDown();
    for (Reader reader : readers) {
      reader.join();
    }
    say("told", (listener.await(5, TimeUnit.MINUTES) ? "yes " : "no ") + told.get());
    say("after", counter.implementation());
    for (Reader reader : readers) {
      say("thread", reader.jumps + " jumps, " + reader.decreases + " decreases, " + reader.thrown);
    }
    for (CounterReport each : selected.report().counters()) {
      say(each.name(), each.verdict() + " " + each.reason());
    }
    say("null pointers", JvmSignals.nullPointers() + " caught");
    say("stack overflows", JvmSignals.stackOverflows() + " caught");
    System.gc();
    say("alive", "yes");
  }
}
