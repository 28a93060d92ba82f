// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.nio.file.Path;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Scoring;

/**
 * Answers questions about a machine from within, as a separate Java program. Each answer is a line
 * that begins with {@code @}; its parts are separated by tabs. The first argument is the question,
 * the second a counter's name where the question is about one.
 */
public final class Probe {

  private static final long READS = 100_000;

  /** The time limit of an attempt that is repeated until it succeeds: a minute or more. */
  private static final int ROUNDS = 300;

  private static volatile long sink;

  private Probe() {}

  public static void main(String[] arguments) throws Exception {
    say("case", arguments[0]);
    switch (arguments[0]) {
      case "counters" -> counters();
      case "agreement" -> agree(only(arguments[1]), only(arguments[2]));
      case "turns" -> turns(arguments[1], arguments[2]);
      case "newest" -> newest();
      case "own" -> own(arguments[1]);
      case "revoke" -> RevokedCounter.ask(arguments[1], Path.of(arguments[2]), arguments[3]);
      default -> throw new IllegalArgumentException("unknown question " + arguments[0]);
    }
    say("end", arguments[0]);
  }

  static void say(Object... parts) {
    StringBuilder line = new StringBuilder("@");
    for (Object part : parts) {
      line.append(line.length() == 1 ? "" : "\t").append(part);
    }
    System.out.println(line);
  }

  static CycleCounter only(String name) {
    Selected selected = CycleCounterSelector.builder().include(name).build().select();
    if (!selected.counter().implementation().equals(name)) {
      selected
          .report()
          .counters()
          .forEach(c -> say("note", c.name() + " is not usable: " + c.reason()));
    }
    return selected.counter();
  }

  /**
   * Every counter and its verdict; then whether the selected one and each other usable one rises.
   */
  private static void counters() {
    Selected selected = CycleCounterSelector.builder().build().select();
    for (CounterReport c : selected.report().counters()) {
      String rise = "-";
      if (c.verdict() != CounterReport.Verdict.REJECTED && c.precision() > 0) {
        rise = rise(only(c.name()));
      }
      say(
          "counter",
          c.name(),
          c.kind(),
          c.scope(),
          c.verdict(),
          c.precision(),
          c.scaling(),
          rise,
          c.reason());
    }
    say("selected", selected.counter().implementation(), rise(selected.counter()));
  }

  /** Returns the rise over many reads, or the fault in it. */
  private static String rise(CycleCounter counter) {
    long first = counter.cycles();
    long last = first;
    for (long i = 0; i < READS; i++) {
      long now = counter.cycles();
      if (now - last < 0) {
        return "it decreased by " + (last - now);
      }
      last = now;
    }
    long start = counter.start();
    long stop = counter.stop();
    return stop - start < 0 || start - last < 0
        ? "its ordered reads decreased"
        : Long.toString(stop - first);
  }

  static void spin(long ns) {
    long untilNs = System.nanoTime() + ns;
    long sum = 0;
    while (System.nanoTime() < untilNs) {
      for (int i = 0; i < 1000; i++) {
        sum += i * sum ^ i;
      }
    }
    sink = sum;
  }

  /**
   * A loop's cost on this thread by a counter and by another, read around it: again until they are
   * within 5 % of each other. Counters that disagree never are; those that agree are as soon as the
   * machine does nothing else between their readings.
   */
  static void agree(CycleCounter counter, CycleCounter other) {
    counter.cycles();
    other.cycles();
    double ratio = 0;
    int turn = 0;
    while (turn == 0 || turn < ROUNDS && Math.abs(ratio - 1) > 0.05) {
      long otherBegin = other.cycles();
      long begin = counter.cycles();
      spin(300_000_000);
      long cost = counter.cycles() - begin;
      ratio = (double) cost / (other.cycles() - otherBegin);
      turn++;
    }
    say("agreement", counter.implementation(), other.implementation(), ratio, turn);
  }

  /**
   * Answers if a thread that waits for another one to spin counts less than half of the other's
   * count: a counter of all threads never does, even in many attempts.
   */
  private static void own(String name) throws InterruptedException {
    CycleCounter counter = only(name);
    long[] spun = new long[1];
    long waited = 0;
    int round = 0;
    while (round == 0 || round < ROUNDS && waited >= spun[0] / 2) {
      Thread spinning =
          new Thread(
              () -> {
                long begin = counter.cycles();
                spin(300_000_000);
                spun[0] = counter.cycles() - begin;
              });
      long begin = counter.cycles();
      spinning.start();
      spinning.join();
      waited = counter.cycles() - begin;
      round++;
    }
    say("own", waited < spun[0] / 2, waited, spun[0], round);
  }

  /**
   * The same work by one counter and by another in turns, each time in a thread of its own: for a
   * machine that cannot have both at once. The smallest costs are compared. An emulator's cycles
   * are the host's time, and the loop is compiled during the turns: turns go on until the smallest
   * costs are within 5 % of each other, which those of counters that disagree never are.
   */
  private static void turns(String name, String otherName) throws InterruptedException {
    CycleCounter[] counters = {only(name), only(otherName)};
    long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
    int turn = 0;
    while (turn < 12 || turn < ROUNDS && Math.abs((double) least[0] / least[1] - 1) > 0.05) {
      int which = turn++ % 2;
      Thread thread =
          new Thread(
              () -> {
                CycleCounter counter = counters[which];
                counter.cycles();
                long begin = counter.cycles();
                long sum = 0;
                for (int j = 0; j < 20_000_000; j++) {
                  sum += j * sum ^ j;
                }
                long cost = counter.cycles() - begin;
                sink = sum;
                least[which] = Math.min(least[which], cost);
              });
      thread.start();
      thread.join();
    }
    say("agreement", name, otherName, (double) least[0] / least[1], turn);
  }

  /** The selection by the newest libcpucycles's penalties. */
  private static void newest() {
    Selected selected =
        CycleCounterSelector.builder().scoring(Scoring.LIBCPUCYCLES_20260901).build().select();
    say("selected", selected.counter().implementation(), rise(selected.counter()));
  }
}
