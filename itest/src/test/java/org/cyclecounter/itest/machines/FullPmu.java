// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * Another process takes all hardware counters while threads count, and gives them back; then the
 * counter is selected again, on the same threads. Prints the events in lines as {@link Probe}'s.
 * The arguments: the counter, one of the same cycles to compare it with, the program that takes
 * them.
 */
public final class FullPmu {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A counter that follows another goes on at least 2^59 above it. */
  private static final long JUMP = 1L << 57;

  private static final int READERS = 3;
  private static final long PATIENCE_NS = 60_000_000_000L;

  private static final CountDownLatch reading = new CountDownLatch(READERS);
  private static final CountDownLatch givenBack = new CountDownLatch(1);
  private static final CountDownLatch selectedAgain = new CountDownLatch(1);

  private static String name;
  private static volatile CycleCounter again;
  private static volatile CycleCounter other;

  private FullPmu() {}

  /** Two of them read all the time; the last one computes while there is no counter. */
  private static final class Reader extends Thread {
    private final CycleCounter counter;
    private final int number;
    private long first;
    private long last;
    private long firstNs;
    private long lastNs;
    private int jumps;

    Reader(CycleCounter counter, int number) {
      this.counter = counter;
      this.number = number;
    }

    @Override
    public void run() {
      try {
        counter.cycles();
        first = counter.cycles();
        last = first;
        firstNs = THREADS.getCurrentThreadCpuTime();
        spin(500_000_000);
        read();
        reading.countDown();
        long endNs = System.nanoTime() + 2 * PATIENCE_NS;
        while (givenBack.getCount() > 0 && System.nanoTime() < endNs) {
          spin(1_000_000);
          if (number != READERS - 1) {
            read();
          }
        }
        read();
        Probe.say("part", number, last - first, lastNs - firstNs, jumps);
        selectedAgain.await();
        if (again.implementation().equals(name)) {
          Probe.agree(again, other);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** After a jump, the last reading before it is kept. */
    private void read() {
      long now = counter.cycles();
      if (now - last < 0) {
        throw new IllegalStateException("it decreased from " + last + " to " + now);
      }
      if (jumps == 0 && now - last > JUMP) {
        jumps++;
      }
      if (jumps == 0) {
        last = now;
        lastNs = THREADS.getCurrentThreadCpuTime();
      }
    }
  }

  static void ask(String counterName, String comparison, String program) throws Exception {
    name = counterName;
    AtomicInteger told = new AtomicInteger();
    Selected selected = select(name, told);
    CycleCounter counter = selected.counter();
    Probe.say("inuse", counter.implementation());
    Reader[] readers = new Reader[READERS];
    for (int i = 0; i < READERS; i++) {
      readers[i] = new Reader(counter, i);
      readers[i].start();
    }
    reading.await();

    Process filler = new ProcessBuilder(program).redirectErrorStream(true).start();
    Probe.say("filled", line(filler));
    long endNs = System.nanoTime() + PATIENCE_NS;
    while (counter.implementation().equals(name) && System.nanoTime() < endNs) {
      Thread.sleep(10);
    }
    Probe.say("after", counter.implementation());
    Selected meanwhile = select(name, new AtomicInteger());
    report("meanwhile", meanwhile);
    filler.getOutputStream().close();
    Probe.say("note", "given back " + filler.waitFor(60, TimeUnit.SECONDS));
    givenBack.countDown();

    Selected later = select(name, new AtomicInteger());
    other = CycleCounterSelector.builder().include(comparison).build().select().counter();
    again = later.counter();
    selectedAgain.countDown();
    for (Reader reader : readers) {
      reader.join();
    }
    report("lost", selected);
    Probe.say("told", told.get());
    report("later", later);
  }

  private static Selected select(String counter, AtomicInteger told) {
    return CycleCounterSelector.builder()
        .include(counter, "default-monotonic")
        .onLoss(report -> told.incrementAndGet())
        .build()
        .select();
  }

  private static void report(String word, Selected selected) {
    for (CounterReport report : selected.report().counters()) {
      if (report.name().equals(name)) {
        Probe.say(word, selected.counter().implementation(), report.verdict(), report.reason());
      }
    }
  }

  private static String line(Process process) throws IOException {
    return new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
        .readLine();
  }

  /**
   * For so long of the thread's CPU time. The kernel's part of it, which is not counted, is to be
   * small: it is asked after many turns only.
   */
  private static long spin(long ns) {
    long endNs = THREADS.getCurrentThreadCpuTime() + ns;
    long sum = 0;
    while (THREADS.getCurrentThreadCpuTime() < endNs) {
      for (int i = 0; i < 20_000; i++) {
        sum += i * sum ^ i;
      }
    }
    return sum;
  }
}
