package org.cyclecounter.bench.counter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * The order in which bench takes counters: mLib's. Core cycles come first, by a perf event; then
 * the ticks of the time-stamp counter. Both are read twice in a run, so what a read costs, by which
 * the selector chooses, hardly matters here, and what is counted does.
 */
public final class CounterOrder {

  /** mLib's name for core cycles by a perf event. */
  public static final String PERF_EVENT = "linux-perf-event";

  /** mLib's name for the time-stamp counter. */
  public static final String RDTSC = "x86-rdtsc";

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
  public record Chosen(Selected selected, List<String> next, boolean isBest) {

    /**
     * A counter that somebody has asked for: nothing may take its place.
     *
     * @param selected the counter
     * @return the same
     */
    public static Chosen only(Selected selected) {
      return new Chosen(selected, List.of(), false);
    }
  }

  /**
   * The selector's counters that a cycle subtimer stands for.
   *
   * @param subtimer mLib's name, or a counter's
   * @return names of counters, the preferred one first
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
   * @param all a selection among all counters that may be used
   * @param alone selects a single counter by its name
   * @return {@code all} itself where its counter is the one
   */
  public static Chosen choose(Selected all, Function<String, Selected> alone) {
    SelectionReport report = all.report();
    List<String> names = working(report);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Selected selected = report.implementation().equals(name) ? all : alone.apply(name);
      if (selected.report().implementation().equals(name)) {
        return new Chosen(selected, names.subList(i + 1, names.size()), false);
      }
    }
    return new Chosen(all, List.of(), true);
  }

  /** The counters of the order that work. */
  static List<String> working(SelectionReport report) {
    List<String> names = new ArrayList<>();
    for (String subtimer : SUBTIMERS) {
      for (String name : counters(subtimer)) {
        if (works(name, report)) {
          names.add(name);
        }
      }
    }
    return List.copyOf(names);
  }

  private static boolean works(String name, SelectionReport report) {
    for (CounterReport counter : report.counters()) {
      if (counter.name().equals(name)) {
        return counter.verdict() != Verdict.REJECTED;
      }
    }
    return false;
  }
}
