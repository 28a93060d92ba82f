package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/** The cycle subtimers of mLib, in its order of preference, and the selector's counters. */
final class CycleSubtimers {

  static final String NONE = "null";
  static final List<String> DEFAULTS = List.of("linux-perf-event", "x86-rdtsc", NONE);

  private CycleSubtimers() {}

  /** The counters that a name stands for. */
  static List<String> counters(String name) {
    return switch (name) {
      case "linux-perf-event" -> List.of("default-perfevent");
      case "x86-rdtsc" -> List.of("amd64-tsc", "x86-tsc");
      default -> List.of(name);
    };
  }

  /** Has the selector try the counter, wherever it tries such a one, and no other. */
  static Cycles open(String name) throws Unavailable {
    if (name.equals(NONE)) {
      return new Cycles(name, "no cycles", null, Cycles.Sort.OTHER);
    }
    List<String> counters = counters(name);
    Selected selected =
        CycleCounterSelector.builder().include(counters.toArray(String[]::new)).build().select();
    List<CounterReport> tried =
        selected.report().counters().stream()
            .filter(report -> counters.contains(report.name()))
            .toList();
    for (CounterReport report : tried) {
      if (report.verdict() == Verdict.SELECTED) {
        return new Cycles(name, description(report), selected.counter(), sort(report));
      }
    }
    throw new Unavailable(
        tried.isEmpty()
            ? "there is no such counter here; the counters here are "
                + selected.report().counters().stream()
                    .map(CounterReport::name)
                    .collect(Collectors.joining(", "))
            : tried.stream().map(CounterReport::reason).collect(Collectors.joining("; ")));
  }

  private static Cycles.Sort sort(CounterReport report) {
    if (countsCoreCycles(report) && report.scope() == Scope.THREAD) {
      return Cycles.Sort.CORE;
    }
    return !countsCoreCycles(report) && report.scope() == Scope.SYSTEM
        ? Cycles.Sort.CLOCK
        : Cycles.Sort.OTHER;
  }

  /** {@code default-perfevent} counts them, but its reads have the cost of an off-core clock's. */
  private static boolean countsCoreCycles(CounterReport report) {
    return report.kind() == CounterKind.ON_CORE
        || report.kind() == CounterKind.OFF_CORE && report.scope() == Scope.THREAD;
  }

  static String description(CounterReport report) {
    String kind =
        countsCoreCycles(report)
            ? report.scope() == Scope.THREAD ? "core cycles of the calling thread" : "core cycles"
            : report.kind() == CounterKind.OFF_CORE
                ? "ticks of a clock beside the core"
                : "a clock in units of time";
    return report.scaling() == 1
        ? kind
        : kind + ", times " + String.format(Locale.ROOT, "%.6f", report.scaling());
  }
}
