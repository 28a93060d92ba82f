// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.io.PrintStream;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterUnavailableException;

/** Prints the subtimers of this machine, and why some do not work. */
public final class SubtimerList {

  private SubtimerList() {}

  public static void print(PrintStream out) {
    for (String name : Clock.NAMES) {
      try {
        line(out, "clock", name, Clock.open(name).description());
      } catch (CounterUnavailableException e) {
        line(out, "clock", name, "does not work here: " + e.getMessage());
      }
    }
    Selected selected = CycleCounterSelector.builder().quiet().build().select();
    SelectionReport report = selected.report();
    for (String name : CounterOrder.SUBTIMERS) {
      List<CounterReport> counters = CounterOrder.find(CounterOrder.counters(name), report);
      for (CounterReport counter : counters) {
        String state = state(counter, selected);
        line(out, "cycle", name, "the counter " + counter.name() + ": " + state);
      }
      if (counters.isEmpty()) {
        line(out, "cycle", name, "does not work here: its counter's JAR is not on the path");
      }
    }
    line(out, "cycle", Cycles.NONE, Cycles.none().description());
    for (CounterReport counter : report.counters()) {
      line(out, "cycle", counter.name(), state(counter, selected));
    }
  }

  private static String state(CounterReport counter, Selected selected) {
    return selected
        .counted(counter.name())
        .filter(counted -> counter.verdict() != Verdict.REJECTED)
        .map(counted -> Cycles.description(counter, counted))
        .orElse("does not work here: " + counter.reason());
  }

  private static void line(PrintStream out, String sort, String name, String text) {
    out.println(sort + " " + name + ": " + text);
  }
}
