package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.counter.CounterOrder;
import org.cyclecounter.bench.counter.CounterOrder.Chosen;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/** The cycle subtimers: mLib's, and the selector's counters by their names. */
final class CycleSubtimers {

  /** The order of all of bench, and mLib's end of it: no cycles. */
  static final List<String> DEFAULTS =
      Stream.concat(CounterOrder.SUBTIMERS.stream(), Stream.of(Cycles.NONE)).toList();

  private CycleSubtimers() {}

  /** Has the selector try the counter, wherever it tries such a one, and no other. */
  static Cycles open(String name) throws Unavailable {
    if (name.equals(Cycles.NONE)) {
      return Cycles.none();
    }
    List<String> counters = CounterOrder.counters(name);
    Selected selected =
        CycleCounterSelector.builder()
            .quiet()
            .include(counters.toArray(String[]::new))
            .build()
            .select();
    SelectionReport report = selected.report();
    List<CounterReport> tried =
        report.counters().stream().filter(one -> counters.contains(one.name())).toList();
    for (CounterReport one : tried) {
      if (one.verdict() == Verdict.SELECTED) {
        return Cycles.of(name, description(one, selected.counted()), selected, counters);
      }
    }
    if (!tried.isEmpty()) {
      throw new Unavailable(
          tried.stream().map(CounterReport::reason).collect(Collectors.joining("; ")));
    }
    String here =
        "available counters: "
            + report.counters().stream().map(CounterReport::name).collect(Collectors.joining(", "));
    throw CounterOrder.SUBTIMERS.contains(name)
        ? new Unavailable("its counter is not available; " + here)
        : Unavailable.unknown("unknown counter; " + here);
  }

  /** A counter that has been chosen, by its own name. */
  static Cycles of(Chosen chosen) {
    Selected selected = chosen.selected();
    SelectionReport report = selected.report();
    String name = report.implementation();
    String description = selected.counted().toString();
    for (CounterReport one : report.counters()) {
      if (one.name().equals(name)) {
        description = description(one, selected.counted());
      }
    }
    return Cycles.of(name, description, selected, chosen.isBest() ? List.of() : List.of(name));
  }

  private static String description(CounterReport report, Counted counted) {
    String whose = report.scope() == Scope.THREAD ? " of the calling thread" : "";
    return scaled(report, counted + whose);
  }

  static String scaled(CounterReport report, String what) {
    return report.scaling() == 1
        ? what
        : what + ", times " + String.format(Locale.ROOT, "%.6f", report.scaling());
  }
}
