// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;

/**
 * Four threads read linked counters, plain and ordered, and allocate, while this one stops them all
 * (stack dumps, {@code System.gc}), and gives them counters in new classes of their own whose old
 * ones are unloaded. Ends with status 1 if a reading decreased, no class was unloaded, or a thread
 * ended.
 */
public final class LinkedReading {

  private static final int READERS = 4;
  private static final int BATCH = 1000;
  private static final int DEPTH = 30;
  private static final int DUMPS_PER_COUNTER = 5;
  private static final int PAUSE_MS = 4;

  private final AtomicReference<CycleCounter> newest = new AtomicReference<>();
  private final String name = CpuCycles.implementation();

  private LinkedReading() {
    newest.set(select());
  }

  /**
   * Runs.
   *
   * @param arguments for how many seconds
   * @throws InterruptedException never
   */
  public static void main(String[] arguments) throws InterruptedException {
    boolean good = new LinkedReading().run(Long.parseLong(arguments[0]));
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    System.exit(good ? 0 : 1);
  }

  private CycleCounter select() {
    return CycleCounterSelector.builder()
        .include(name)
        .isolation(Isolation.NONE)
        .build()
        .select()
        .counter();
  }

  private boolean run(long seconds) throws InterruptedException {
    List<Reading> readers = IntStream.range(0, READERS).mapToObj(i -> new Reading()).toList();
    readers.forEach(Thread::start);
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    long before = classes.getUnloadedClassCount();
    long endNs = System.nanoTime() + seconds * 1_000_000_000;
    int counters = 0;
    while (System.nanoTime() < endNs) {
      for (int i = 0; i < DUMPS_PER_COUNTER; i++) {
        Map<Thread, StackTraceElement[]> unused = Thread.getAllStackTraces();
        Thread.sleep(PAUSE_MS);
      }
      System.gc();
      newest.set(select());
      counters++;
    }
    long decreases = 0;
    long readings = 0;
    boolean ended = false;
    for (Reading reader : readers) {
      ended |= !reader.isAlive();
      reader.stopped = true;
      reader.join();
      decreases += reader.decreases;
      readings += reader.readings;
    }
    System.gc();
    long unloaded = classes.getUnloadedClassCount() - before;
    System.out.printf(
        "readings: %d of %s, decreases: %d, counters: %d, classes unloaded: %d%n",
        readings, name, decreases, counters, unloaded);
    return decreases == 0 && !ended && readings > 0 && unloaded >= counters / 2;
  }

  private final class Reading extends Thread {
    private volatile boolean stopped;
    private volatile long readings;
    private volatile long decreases;
    private volatile byte[] garbage = {};

    Reading() {
      super("reading");
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!stopped) {
        decreases += deeper(newest.get(), DEPTH);
        readings += 4L * BATCH;
        decreases += shared();
        readings += 3L * BATCH;
      }
    }

    private int deeper(CycleCounter counter, int depth) {
      return depth == 0 ? batch(counter) : deeper(counter, depth - 1);
    }

    /** A counter in a class of its own; no reading overtakes an ordered one. */
    private int batch(CycleCounter counter) {
      int wrong = 0;
      long last = counter.start();
      for (int i = 0; i < BATCH; i++) {
        long start = counter.start();
        byte[] allocated = new byte[(int) (start & 255) + 16];
        long stop = counter.stop();
        long plain = counter.cycles();
        long end = counter.stop();
        garbage = allocated;
        wrong += start < last || stop < start || plain < stop || end < plain ? 1 : 0;
        last = end;
      }
      return wrong;
    }

    /** The one that all threads share. */
    private int shared() {
      int wrong = 0;
      for (int i = 0; i < BATCH; i++) {
        long start = CpuCycles.counter().start();
        long plain = CpuCycles.cycles();
        long stop = CpuCycles.counter().stop();
        wrong += stop < start || stop < plain ? 1 : 0;
      }
      return wrong;
    }
  }
}
