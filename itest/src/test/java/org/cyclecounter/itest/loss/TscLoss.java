package org.cyclecounter.itest.loss;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * Takes the time-stamp counter away from a thread that is reading it, and says what happened: a
 * line for each fact, a word before each. The thread must read no clock meanwhile, because the
 * JVM's own end the process then: LossIT has the options for that.
 */
public final class TscLoss {

  private static final int READS = 200_000;

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          TscLoss.class,
          "cyclecounter-loss-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private TscLoss() {}

  static native int setTsc(int on);

  /**
   * Runs.
   *
   * @param arguments the counters to choose from
   * @throws Exception if it cannot be run here
   */
  public static void main(String[] arguments) throws Exception {
    LIBRARY.load();
    CountDownLatch told = new CountDownLatch(1);
    var selected =
        CycleCounterSelector.builder()
            .include(arguments)
            .isolation(Isolation.NATIVE)
            .onLoss(
                report -> {
                  say("told", report.implementation());
                  told.countDown();
                })
            .build()
            .select();
    CycleCounter counter = selected.counter();
    say("before", counter.implementation() + " " + counter.scope());
    AtomicBoolean running = new AtomicBoolean(true);
    AtomicLong otherDecreases = new AtomicLong();
    Thread other = new Thread(() -> otherDecreases.set(readWhile(running, counter)));
    other.start();
    long[] decreases = new long[3];
    Thread loser = new Thread(() -> lose(counter, decreases));
    loser.start();
    loser.join();
    say("listener", told.await(10, TimeUnit.SECONDS) ? "told" : "not told");
    running.set(false);
    other.join();
    say("after", counter.implementation() + " " + counter.scope());
    say("decreases", decreases[0] + " " + decreases[1] + " " + decreases[2] + " " + otherDecreases);
    report(selected.report());
    say("null pointers", trap(() -> unbox(null)));
    say("stack overflow", trap(() -> depth(0)));
    System.gc();
    say("alive", "yes");
  }

  /** What the thread does that has its counter taken away: nothing but reads. */
  private static void lose(CycleCounter counter, long[] decreases) {
    decreases[0] = read(counter, READS);
    long before = counter.cycles();
    setTsc(0);
    decreases[1] = read(counter, READS) + (counter.cycles() - before < 0 ? 1 : 0);
    setTsc(1);
    decreases[2] = read(counter, READS);
  }

  private static long readWhile(AtomicBoolean running, CycleCounter counter) {
    long decreases = 0;
    while (running.get()) {
      decreases += read(counter, 1000);
    }
    return decreases;
  }

  private static long read(CycleCounter counter, int times) {
    long decreases = 0;
    long last = counter.cycles();
    for (int i = 0; i < times; i++) {
      long now = counter.cycles();
      if (now - last < 0) {
        decreases++;
      }
      last = now;
    }
    return decreases;
  }

  private static void report(SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      if (counter.reason().contains("lost")) {
        say("report", counter.name() + " " + counter.verdict() + ": " + counter.reason());
      }
    }
  }

  private static String trap(Runnable trap) {
    int caught = 0;
    for (int i = 0; i < 100; i++) {
      try {
        trap.run();
      } catch (NullPointerException | StackOverflowError e) {
        caught++;
      }
    }
    return caught + " of 100 caught";
  }

  private static int unbox(Integer number) {
    return number;
  }

  private static int depth(int deep) {
    return depth(deep + 1) + 1;
  }

  private static void say(String word, String text) {
    System.out.println(word + ": " + text);
  }
}
