// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.timer.CounterOrder.Preferred;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * A cycle subtimer in use: one of mLib's, or a counter of the selector by its name.
 *
 * @param name its name in the configuration
 * @param description what it is, for people
 * @param selected the counter and what is known of it; null where no cycles are wanted
 * @param counter what is read: the selection's; null where no cycles are wanted
 * @param counters the names of the counters that it may be; empty for any that works
 */
record Cycles(
    String name,
    String description,
    @Nullable Selected selected,
    @Nullable CycleCounter counter,
    List<String> counters) {

  /** mLib's name for the subtimer that counts nothing. */
  static final String NONE = "null";

  /** The order of all of bench, and mLib's end of it: no cycles. */
  static final List<String> DEFAULTS =
      Stream.concat(CounterOrder.SUBTIMERS.stream(), Stream.of(NONE)).toList();

  /** A counter that was selected. */
  static Cycles of(String name, String description, Selected selected, List<String> counters) {
    return new Cycles(name, description, selected, selected.counter(), List.copyOf(counters));
  }

  /** No cycles. */
  static Cycles none() {
    return new Cycles(NONE, "no cycles", null, null, List.of(NONE));
  }

  /** Has the selector try the counter, wherever it tries such a one, and no other. */
  static Cycles open(String name) throws Unavailable {
    if (name.equals(NONE)) {
      return none();
    }
    List<String> counters = CounterOrder.counters(name);
    Selected selected =
        CycleCounterSelector.builder()
            .quiet()
            .include(counters.toArray(String[]::new))
            .build()
            .select();
    SelectionReport report = selected.report();
    List<CounterReport> probed =
        report.counters().stream().filter(one -> counters.contains(one.name())).toList();
    for (CounterReport one : probed) {
      if (one.verdict() == Verdict.SELECTED) {
        return of(name, description(one, selected.counted()), selected, counters);
      }
    }
    if (!probed.isEmpty()) {
      throw new Unavailable(
          probed.stream().map(CounterReport::reason).collect(Collectors.joining("; ")));
    }
    boolean isKnown = CounterOrder.SUBTIMERS.contains(name);
    throw new Unavailable(
        (isKnown ? "its counter is not available" : "unknown counter")
            + "; available counters: "
            + report.counters().stream().map(CounterReport::name).collect(Collectors.joining(", ")),
        !isKnown);
  }

  /** A counter that has been preferred, by its own name. */
  static Cycles of(Preferred preferred) {
    Selected selected = preferred.selected();
    String name = selected.report().implementation();
    CounterReport report = CounterOrder.find(name, selected.report());
    Counted counted = selected.counted();
    String description = report == null ? counted.toString() : description(report, counted);
    return of(name, description, selected, preferred.isBest() ? List.of() : List.of(name));
  }

  static String description(CounterReport report, Counted counted) {
    String whose = report.scope() == Scope.THREAD ? " of the calling thread" : "";
    return scaled(report, counted + whose);
  }

  private static String scaled(CounterReport report, String what) {
    return report.scaling() == 1
        ? what
        : what + ", times " + String.format(Locale.ROOT, "%.6f", report.scaling());
  }

  /** The name of the counter that is read now; empty where none is. */
  String implementation() {
    return counter == null ? "" : counter.implementation();
  }

  /**
   * Whether a counter may be read for this subtimer: always, but for one that stands in, such as
   * the last resort, of which the selection has no scaling.
   */
  boolean accepts(String implementation) {
    if (!counters.isEmpty()) {
      return counters.contains(implementation);
    }
    CounterReport report = report(implementation);
    return report != null && report.scaling() != 0;
  }

  /** What is counted now; null where nothing is. */
  @Nullable Counted counted() {
    return selected == null ? null : selected.counted();
  }

  /** Beside a clock which, as {@code followsThread} says, stands still while the thread does. */
  RateMeaning rateMeaning(boolean followsThread) {
    CycleCounter read = counter;
    Counted what = counted();
    if (read == null || what == null) {
      return RateMeaning.NOTHING;
    }
    boolean ofThread = read.scope() == Scope.THREAD;
    return switch (what) {
      case USER_CYCLES -> ofThread ? RateMeaning.USER_TIME : RateMeaning.NOTHING;
      case CORE_CYCLES -> ofThread ? RateMeaning.CPU_TIME : RateMeaning.NOTHING;
      case TICKS, TIME ->
          followsThread && read.scope() == Scope.SYSTEM ? RateMeaning.WAITING : RateMeaning.NOTHING;
    };
  }

  /** Why the selector does not read a counter any more; empty where it does not say. */
  String reasonOf(String implementation) {
    CounterReport report = report(implementation);
    return report == null ? "" : report.reason();
  }

  /** The part of the time that a counter ran which others share; empty where nothing is known. */
  OptionalDouble sharedFraction() {
    CounterReport report = report(implementation());
    Measured measured = report == null ? null : report.measured();
    return measured == null ? OptionalDouble.empty() : measured.sharedFraction();
  }

  private @Nullable CounterReport report(String implementation) {
    return selected == null ? null : CounterOrder.find(implementation, selected.report());
  }
}
