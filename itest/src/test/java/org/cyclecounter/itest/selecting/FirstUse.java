// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.selecting.Loud;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;

/** Programs that select a counter, each as a first argument, and print the results. */
public final class FirstUse {

  private FirstUse() {}

  /**
   * Runs one.
   *
   * @param arguments {@code static}, {@code select} or {@code exit}
   * @throws Exception if it cannot go on
   */
  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "static" -> useStatic();
      case "select" -> useSelector();
      default -> exitWhileSelecting();
    }
    say("ended", "yes");
  }

  /** Says a line. */
  public static void say(String word, String text) {
    System.out.println(word + ": " + text);
  }

  private static void useStatic() {
    CpuCycles.cycles();
    say("selected", CpuCycles.implementation());
    rows(CpuCycles.report());
    say("selected after the report", CpuCycles.implementation());
    say("it rises", Boolean.toString(rises(CpuCycles.counter())));
  }

  private static boolean rises(CycleCounter counter) {
    long first = counter.cycles();
    long last = first;
    for (int i = 0; i < 100_000; i++) {
      long now = counter.cycles();
      if (now < last) {
        return false;
      }
      last = now;
    }
    return last > first;
  }

  private static void useSelector() {
    String health = Health.now();
    var selected = CycleCounterSelector.builder().systemSettings().build().select();
    System.out.println(); // a counter may have begun a line
    say("selected", selected.counter().implementation());
    rows(selected.report());
    say("it rises", Boolean.toString(rises(selected.counter())));
    Health.compareWith(health);
  }

  private static void rows(SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      say("row", counter.name() + "\t" + counter.verdict() + ": " + counter.reason());
    }
  }

  /** Exits while a selection waits for {@link Loud.Hanging}; a hook reads the counter. */
  private static void exitWhileSelecting() throws InterruptedException {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  long before = CpuCycles.cycles();
                  say("hook", CpuCycles.cycles() >= before ? "has read" : "has read decreasing");
                }));
    Thread reader = new Thread(CpuCycles::cycles);
    reader.setDaemon(true);
    reader.start();
    while (reader.isAlive() && ProcessHandle.current().children().findAny().isEmpty()) {
      Thread.sleep(10); // until the provider's child JVM is there
    }
    say("selecting", "yes");
    System.exit(0);
  }
}
