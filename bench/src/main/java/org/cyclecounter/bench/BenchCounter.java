// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.List;
import java.util.function.Function;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.timer.CounterOrder;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * A selected counter to measure with, and what may replace it: for a program that selects by its
 * own settings and hands the result to {@link BenchTimer#create(List, BenchCounter)}.
 *
 * @param selected the counter
 * @param successors names of the counters that replace it if it is lost, in this order
 * @param isBest whether it is the selector's best, which the selector's next best may replace
 * @since 0.1.0
 */
public record BenchCounter(Selected selected, List<String> successors, boolean isBest) {

  // Copies the list.
  public BenchCounter {
    successors = List.copyOf(successors);
  }

  /**
   * Takes a counter that nothing may replace, such as one that the user named.
   *
   * @param selected a selection
   * @return its counter; if it is lost, no cycles are counted
   */
  public static BenchCounter only(Selected selected) {
    return new BenchCounter(selected, List.of(), false);
  }

  /**
   * Takes the counter that bench prefers. In mLib's order these are {@code default-perfevent}, then
   * {@code amd64-tsc} or {@code x86-tsc}; if none of them works, it is the selector's best. The
   * selector ranks by the cost of a read, which hardly matters to bench: a run is read twice.
   *
   * @param all a selection among all counters that may be used
   * @param alone selects a single counter by its name
   * @return {@code all}'s counter, or that of a further selection
   */
  public static BenchCounter preferred(Selected all, Function<String, Selected> alone) {
    return preferred(all, alone, List.of());
  }

  /**
   * Takes the first that works of some cycle subtimers.
   *
   * @param all a selection among all counters that may be used
   * @param alone selects a single counter by its name
   * @param subtimers names as in {@link BenchTimer#create(String)}; empty for bench's own order
   * @return {@code all}'s counter, or that of a further selection
   * @throws BenchException if none of the subtimers works
   */
  public static BenchCounter preferred(
      Selected all, Function<String, Selected> alone, List<String> subtimers) {
    SelectionReport report = all.report();
    List<String> names =
        (subtimers.isEmpty() ? CounterOrder.SUBTIMERS : subtimers)
            .stream()
                .flatMap(subtimer -> CounterOrder.counters(subtimer).stream())
                .filter(name -> works(name, report))
                .toList();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Selected selected = report.implementation().equals(name) ? all : alone.apply(name);
      if (selected.report().implementation().equals(name)) {
        return new BenchCounter(selected, names.subList(i + 1, names.size()), false);
      }
    }
    if (!subtimers.isEmpty()) {
      throw new BenchException(
          "None of the configured cycle subtimers counts here: "
              + String.join(", ", subtimers)
              + ".");
    }
    return new BenchCounter(all, List.of(), true);
  }

  private static boolean works(String name, SelectionReport report) {
    CounterReport counter = CounterOrder.find(name, report);
    return counter != null && counter.verdict() != Verdict.REJECTED;
  }
}
