// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.BenchCounter;
import org.cyclecounter.bench.timer.CounterOrder;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The counter that the profiler reads, and what it was when it was selected: another one replaces
 * it if it is lost.
 *
 * @param selected the selection
 * @param name its name
 * @param description its name, scope and what it counts, for the line beside each result
 * @param clockReason why it is a clock although none was asked for, and the remedy; empty if not
 */
record ProfilerCounter(Selected selected, String name, String description, String clockReason) {

  /**
   * Cache: JMH creates several profilers for each benchmark, and a selection takes up to seconds.
   */
  private static final Map<ProfilerOptions, ProfilerCounter> SELECTED = new ConcurrentHashMap<>();

  /** Selects the counter, or explains why there is none. */
  static ProfilerCounter of(ProfilerOptions options) throws ProfilerException {
    ProfilerCounter known = SELECTED.get(options);
    if (known != null) {
      return known;
    }
    Selected selected =
        options.counter().isEmpty() ? byOrder(options) : only(options.counter(), options);
    CycleCounter counter = selected.counter();
    List<String> names = selected.report().counters().stream().map(CounterReport::name).toList();
    refuse(CounterOrder.named(options.counter(), names), counter, selected.report());
    String description =
        String.format(
            Locale.ROOT,
            "counted by %s (scope %s): %s; the processor's estimated frequency is %d Hz",
            counter.implementation(),
            counter.scope().name().toLowerCase(Locale.ROOT),
            selected.counted(),
            counter.cyclesPerSecond());
    String clockReason = options.counter().isEmpty() ? selected.clockReason() : "";
    ProfilerCounter latest =
        new ProfilerCounter(selected, counter.implementation(), description, clockReason);
    SELECTED.put(options, latest);
    return latest;
  }

  private static Selected only(String name, ProfilerOptions options) {
    return builder(options)
        .include(CounterOrder.counters(name).toArray(String[]::new))
        .build()
        .select();
  }

  /** Selects as bench does, without the counters of a core: threads migrate. */
  private static Selected byOrder(ProfilerOptions options) {
    Selected all = builder(options).build().select();
    if (all.counter().scope() == Scope.CORE) {
      String[] ofCore =
          all.report().counters().stream()
              .filter(counter -> counter.scope() == Scope.CORE)
              .map(CounterReport::name)
              .toArray(String[]::new);
      all = builder(options).exclude(ofCore).build().select();
    }
    return BenchCounter.preferred(all, name -> only(name, options)).selected();
  }

  private static CycleCounterSelector.Builder builder(ProfilerOptions options) {
    return CycleCounterSelector.builder().quiet().isolation(options.isolation());
  }

  /** Counts the workers of an iteration that begins now. */
  void beginIteration() {
    Counted counted = selected.counted();
    boolean isOfCore = counted == Counted.USER_CYCLES || counted == Counted.CORE_CYCLES;
    CycleAccumulator.begin(selected.counter(), isOfCore);
  }

  /** Returns whether it goes on while a thread has no processor. */
  boolean countsWaits() {
    return selected.counter().scope() == Scope.SYSTEM;
  }

  /** Returns the selector's reason if the counter was lost; empty if it was not. */
  String whyLost() {
    CounterReport report = CounterOrder.find(name, selected.report());
    return report == null || report.verdict() != Verdict.REJECTED
        ? ""
        : " (" + name + " " + report.reason() + ")";
  }

  /** Throws if the selection cannot serve a benchmark. */
  static void refuse(String asked, CycleCounter counter, SelectionReport report)
      throws ProfilerException {
    CounterReport found = CounterOrder.find(asked, report);
    if (!asked.isEmpty() && found == null) {
      String known =
          report.counters().stream().map(CounterReport::name).collect(Collectors.joining(", "));
      throw new ProfilerException(
          "Unknown counter '" + asked + "': available counters: " + known + ".");
    }
    if (found != null && !report.implementation().equals(asked)) {
      throw new ProfilerException(
          "The counter " + asked + " cannot be used: " + found.reason() + ".");
    }
    if (counter.scope() == Scope.CORE) {
      throw new ProfilerException(
          "The counter "
              + counter.implementation()
              + " cannot be used: every core has its own, and the threads of a benchmark move"
              + " between cores.");
    }
    CounterReport inUse = CounterOrder.find(report.implementation(), report);
    if (inUse == null || inUse.scaling() == 0) { // it reads no ticks
      throw new ProfilerException("No counter of cycles works here: " + reasons(report));
    }
  }

  private static String reasons(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() == Verdict.REJECTED)
        .map(counter -> counter.name() + ": " + counter.reason())
        .collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }
}
