// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/** A counter whose permission is taken away while it is read, in lines as {@link Probe}'s. */
final class RevokedCounter {

  /** A counter that is lost is lost with one of these, or stays. */
  private static final int READS_AFTERWARDS = 200_000;

  private RevokedCounter() {}

  /**
   * Two threads read while another takes the permission away: prints the counter with which each
   * continues, and its counts.
   */
  static void ask(String name, Path setting, String value) throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    Selected selected =
        CycleCounterSelector.builder()
            .include(name, "default-perfevent", "thread-cputime")
            .onLoss(report -> told.countDown())
            .build()
            .select();
    CycleCounter counter = selected.counter();
    Probe.say("inuse", counter.implementation());
    CountDownLatch reading = new CountDownLatch(2);
    CountDownLatch revoked = new CountDownLatch(1);
    Thread[] readers = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int number = i;
      readers[i] =
          new Thread(
              () -> {
                long last = counter.cycles();
                reading.countDown();
                int left = READS_AFTERWARDS;
                while (left > 0 && counter.implementation().equals(name)) {
                  last = notLess(counter.cycles(), last);
                  left -= revoked.getCount() == 0 ? 1 : 0;
                }
                long beginNs = System.nanoTime();
                long begin = notLess(counter.cycles(), last);
                last = begin;
                while (System.nanoTime() - beginNs < 1_000_000_000L) {
                  last = notLess(counter.cycles(), last);
                }
                long ns = System.nanoTime() - beginNs;
                Probe.say("thread", number, last - begin, ns, (double) (last - begin) / ns);
              });
      readers[i].start();
    }
    reading.await();
    Files.writeString(setting, value + "\n");
    revoked.countDown();
    Probe.say("note", setting + " is now " + Files.readString(setting).strip());
    for (Thread reader : readers) {
      reader.join();
    }
    boolean lost = !counter.implementation().equals(name);
    Probe.say("listener", lost && told.await(2, TimeUnit.MINUTES) ? "told" : "not told");
    Probe.say("successor", counter.implementation(), counter.scope());
    for (CounterReport report : selected.report().counters()) {
      if (report.name().equals(name)) {
        Probe.say("lost", report.verdict(), report.reason());
      }
    }
    Probe.say("machinery", JvmSignals.nullPointers(), JvmSignals.stackOverflows());
  }

  private static long notLess(long now, long last) {
    if (now - last < 0) {
      throw new IllegalStateException("it decreased from " + last + " to " + now);
    }
    return now;
  }
}
