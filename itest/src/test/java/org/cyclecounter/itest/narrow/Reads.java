// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.narrow;

import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CpuCycles;

/** A program that counts a loop, and says by which counter and why by no other. */
final class Reads {

  private static final int ROUNDS = 100_000;

  private Reads() {}

  /**
   * Runs it.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    count(CpuCycles.counter());
    say("selected", CpuCycles.implementation());
    say(CpuCycles.report());
    say("ended", "yes");
  }

  private static void count(CycleCounter counter) {
    long begin = counter.cycles();
    double sum = 0;
    for (int i = 1; i < ROUNDS; i++) {
      sum += 1.0 / i;
    }
    long cycles = counter.cycles() - begin;
    say("sum", Double.toString(sum));
    say("cycles", Long.toString(cycles));
  }

  private static void say(SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      say("row", counter.name() + "\t" + counter.verdict() + ": " + counter.reason());
    }
  }

  private static void say(String word, String text) {
    System.out.println(word + ": " + text);
  }
}
