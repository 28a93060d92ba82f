package org.cyclecounter.bench.timer;

import java.util.List;
import java.util.OptionalDouble;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * A cycle subtimer in use.
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

  private static final String LAST_RESORT = "default-zero";

  /** A counter that was selected. */
  static Cycles of(String name, String description, Selected selected, List<String> counters) {
    return new Cycles(name, description, selected, selected.counter(), List.copyOf(counters));
  }

  /** No cycles. */
  static Cycles none() {
    return new Cycles(NONE, "no cycles", null, null, List.of(NONE));
  }

  /** The name of the counter that is read now; empty where none is. */
  String implementation() {
    return counter == null ? "" : counter.implementation();
  }

  /** Whether a counter may be read for this subtimer: always, but for one that stands in. */
  boolean accepts(String implementation) {
    return counters.isEmpty()
        ? !implementation.equals(LAST_RESORT)
        : counters.contains(implementation);
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
    if (selected != null) {
      for (CounterReport report : selected.report().counters()) {
        if (report.name().equals(implementation)) {
          return report;
        }
      }
    }
    return null;
  }
}
