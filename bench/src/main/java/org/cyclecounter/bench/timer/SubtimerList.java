// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.io.PrintStream;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.counter.CounterOrder;
import org.cyclecounter.selector.CycleCounterSelector;

/** Prints the subtimers of this machine, and why some do not work. */
public final class SubtimerList {

  private SubtimerList() {}

  public static void print(PrintStream out) {
    for (String name : Clock.NAMES) {
      try {
        line(out, "clock", name, Clock.open(name).description());
      } catch (Unavailable e) {
        line(out, "clock", name, "does not work here: " + e.getMessage());
      }
    }
    SelectionReport report = CycleCounterSelector.builder().quiet().build().select().report();
    for (String name : CounterOrder.SUBTIMERS) {
      boolean isHere = false;
      for (CounterReport counter : report.counters()) {
        if (CounterOrder.counters(name).contains(counter.name())) {
          line(out, "cycle", name, "the counter " + counter.name() + ": " + state(counter));
          isHere = true;
        }
      }
      if (!isHere) {
        line(out, "cycle", name, "does not work here: its counter's JAR is not on the path");
      }
    }
    line(out, "cycle", Cycles.NONE, Cycles.none().description());
    for (CounterReport counter : report.counters()) {
      line(out, "cycle", counter.name(), state(counter));
    }
  }

  private static String state(CounterReport counter) {
    return counter.verdict() == Verdict.REJECTED
        ? "does not work here: " + counter.reason()
        : Cycles.scaled(counter, what(counter));
  }

  /** Omits whether the kernel's cycles are counted, too: only an open counter can say that. */
  private static String what(CounterReport counter) {
    boolean ofThread = counter.scope() == Scope.THREAD;
    return switch (counter.kind()) {
      case ON_CORE -> ofThread ? "core cycles of the calling thread" : "core cycles";
      // default-perfevent is one of them by what its reads cost, not by what it counts.
      case OFF_CORE -> ofThread ? "core cycles of the calling thread" : Counted.TICKS.toString();
      case FIXED_RESOLUTION -> Counted.TIME + (ofThread ? " of the calling thread" : "");
    };
  }

  private static void line(PrintStream out, String sort, String name, String text) {
    out.println(sort + " " + name + ": " + text);
  }
}
