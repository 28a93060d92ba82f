// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.function.Function;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * The order in which bench takes counters, mLib's, and the counters that mLib's names stand for;
 * nothing else in bench names a counter. Core cycles come first, by a perf event; then the ticks of
 * the time-stamp counter. Both are read twice in a run, so what a read costs, by which the selector
 * selects, hardly matters here, and what is counted does.
 */
public final class CounterOrder {

  private static final String PERF_EVENT = "linux-perf-event";
  private static final String RDTSC = "x86-rdtsc";

  /** By mLib's names, the first that works is taken. */
  public static final List<String> SUBTIMERS = List.of(PERF_EVENT, RDTSC);

  private CounterOrder() {}

  /**
   * A counter for a tool that needs one on every platform.
   *
   * @param selected the counter
   * @param next the names of those to take, in this order, should it be lost
   * @param isBest whether it is the selector's best, so that the selector's next best may follow it
   */
  public record Preferred(Selected selected, List<String> next, boolean isBest) {

    /** A counter that somebody has asked for: nothing may take its place. */
    public static Preferred only(Selected selected) {
      return new Preferred(selected, List.of(), false);
    }
  }

  /**
   * The selector's counters that a cycle subtimer stands for, the preferred one first.
   *
   * @param subtimer mLib's name, or a counter's
   */
  public static List<String> counters(String subtimer) {
    return switch (subtimer) {
      // amd64-pmc and its like count the same; their reads are cheaper, and more can go wrong.
      case PERF_EVENT -> List.of("default-perfevent");
      case RDTSC -> List.of("amd64-tsc", "x86-tsc");
      default -> List.of(subtimer);
    };
  }

  /**
   * Takes the first of the order that works, or else the selector's best.
   *
   * @param all a selection among all counters that may be used; the answer where its counter is it
   * @param alone selects a single counter by its name
   */
  public static Preferred select(Selected all, Function<String, Selected> alone) {
    SelectionReport report = all.report();
    List<String> names =
        SUBTIMERS.stream()
            .flatMap(subtimer -> counters(subtimer).stream())
            .filter(name -> works(name, report))
            .toList();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Selected selected = report.implementation().equals(name) ? all : alone.apply(name);
      if (selected.report().implementation().equals(name)) {
        return new Preferred(selected, names.subList(i + 1, names.size()), false);
      }
    }
    return new Preferred(all, List.of(), true);
  }

  private static boolean works(String name, SelectionReport report) {
    CounterReport found = find(name, report);
    return found != null && found.verdict() != Verdict.REJECTED;
  }

  /** What a report says of a counter; null for a name that is not in it. */
  public static @Nullable CounterReport find(String name, SelectionReport report) {
    for (CounterReport one : report.counters()) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    return null;
  }
}
