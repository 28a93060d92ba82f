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
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterUnavailableException;
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
public record Cycles(
    String name,
    String description,
    @Nullable Selected selected,
    @Nullable CycleCounter counter,
    List<String> counters) {

  /** mLib's name for the subtimer that counts nothing. */
  static final String NONE = "null";

  /** The order of all of bench, and mLib's end of it: no cycles. */
  public static final List<String> DEFAULTS =
      Stream.concat(CounterOrder.SUBTIMERS.stream(), Stream.of(NONE)).toList();

  /** Asked once in this process: a selection among all counters takes up to seconds. */
  private static final class Lack {
    static final String HERE =
        lack(CycleCounterSelector.builder().systemSettings().quiet().build().select());
  }

  /**
   * Says why none of the defaults counts cycles here, and the remedy, without a full stop; empty if
   * the user's settings ask for a clock.
   */
  public static String lack() {
    return Lack.HERE;
  }

  /** Says so of a selection among all counters. */
  static String lack(Selected best) {
    if (!best.clockReason().isEmpty()) {
      return "no cycles are counted: " + best.clockReason();
    }
    return best.counted() == Counted.TIME
        ? ""
        : "no cycles are counted: none of the default counters works here; name another one, such"
            + " as cycle="
            + best.report().implementation();
  }

  /** Uses a selected counter under a subtimer's name. */
  public static Cycles of(String name, Selected selected, List<String> counters) {
    CounterReport report = CounterOrder.find(selected.report().implementation(), selected.report());
    Counted counted = selected.counted();
    String description = report == null ? counted.toString() : description(report, counted);
    return new Cycles(name, description, selected, selected.counter(), List.copyOf(counters));
  }

  /** Returns the subtimer that counts nothing. */
  public static Cycles none() {
    return new Cycles(NONE, "no cycles", null, null, List.of(NONE));
  }

  /**
   * Selects among the counters of a subtimer only.
   *
   * @throws IllegalArgumentException if neither a subtimer nor a counter has this name
   */
  public static Cycles open(String name) throws CounterUnavailableException {
    if (name.equals(NONE)) {
      return none();
    }
    List<String> counters =
        CounterOrder.counters(name).stream().filter(CounterOrder::isIncluded).toList();
    if (counters.isEmpty()) {
      throw new CounterUnavailableException(CounterOrder.INCLUDE + " does not have its counter");
    }
    Selected selected =
        CycleCounterSelector.builder()
            .systemSettings() // what an operator excludes is read nowhere
            .quiet()
            .include(counters.toArray(String[]::new))
            .build()
            .select();
    SelectionReport report = selected.report();
    List<CounterReport> probed = CounterOrder.find(counters, report);
    if (probed.stream().anyMatch(counter -> counter.verdict() == Verdict.SELECTED)) {
      return of(name, selected, counters);
    }
    if (!probed.isEmpty()) {
      throw new CounterUnavailableException(
          probed.stream().map(CounterReport::reason).collect(Collectors.joining("; ")));
    }
    String available =
        "; available counters: "
            + report.counters().stream().map(CounterReport::name).collect(Collectors.joining(", "));
    if (CounterOrder.SUBTIMERS.contains(name)) {
      throw new CounterUnavailableException("its counter is not available" + available);
    }
    throw new IllegalArgumentException("unknown counter" + available);
  }

  /**
   * Uses a counter that has been selected, under the counter's own name.
   *
   * @param isBest whether another counter of the selection may replace it
   */
  public static Cycles of(Selected selected, boolean isBest) {
    String name = selected.report().implementation();
    return of(name, selected, isBest ? List.of() : List.of(name));
  }

  static String description(CounterReport report, Counted counted) {
    String whose = report.scope() == Scope.THREAD ? " of the calling thread" : "";
    return report.scaling() == 1
        ? counted + whose
        : String.format(Locale.ROOT, "%s%s, times %.6f", counted, whose, report.scaling());
  }

  /** Returns the name of the counter in use; empty if none is. */
  public String implementation() {
    return counter == null ? "" : counter.implementation();
  }

  /**
   * Returns whether a counter may be read for this subtimer; a stand-in may not, such as the last
   * resort, which the selection reports without a scaling.
   */
  public boolean accepts(String implementation) {
    if (!counters.isEmpty()) {
      return counters.contains(implementation);
    }
    CounterReport report = report(implementation);
    return report != null && report.scaling() != 0;
  }

  /** Describes what is counted at present, and what it shows beside a clock. */
  public TimerDescription counting(Clock clock) {
    if (selected == null || counter == null) {
      return new TimerDescription(clock.name(), name, null, RateMeaning.NOTHING);
    }
    return new TimerDescription(
        clock.name(),
        counter.implementation(),
        selected.counted(),
        rateMeaning(selected.counted(), counter.scope(), clock.followsThread()));
  }

  private static RateMeaning rateMeaning(Counted counted, Scope scope, boolean followsThread) {
    boolean ofThread = scope == Scope.THREAD;
    return switch (counted) {
      case USER_CYCLES -> ofThread ? RateMeaning.USER_TIME : RateMeaning.NOTHING;
      case CORE_CYCLES -> ofThread ? RateMeaning.CPU_TIME : RateMeaning.NOTHING;
      case TICKS, TIME ->
          followsThread && scope == Scope.SYSTEM ? RateMeaning.WAITING : RateMeaning.NOTHING;
    };
  }

  /** Returns the reason for which the selector dropped a counter; empty if it gives none. */
  public String reasonOf(String implementation) {
    CounterReport report = report(implementation);
    return report == null ? "" : report.reason();
  }

  /** Returns the fraction of the time that a shared counter ran, 0 to 1; empty if not known. */
  public OptionalDouble sharedFraction() {
    CounterReport report = report(implementation());
    Measured measured = report == null ? null : report.measured();
    return measured == null ? OptionalDouble.empty() : measured.sharedFraction();
  }

  private @Nullable CounterReport report(String implementation) {
    return selected == null ? null : CounterOrder.find(implementation, selected.report());
  }
}
