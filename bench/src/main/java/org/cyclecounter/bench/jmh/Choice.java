package org.cyclecounter.bench.jmh;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.openjdk.jmh.profile.ProfilerException;

/** The counter for the profiler, or why there is none. */
final class Choice {

  private static final String LAST_RESORT = "default-zero";

  /** JMH makes a profiler several times for each benchmark; choosing takes longer than that. */
  private static final Map<ProfilerOptions, Selected> MADE = new ConcurrentHashMap<>();

  private Choice() {}

  static Selected of(ProfilerOptions options) throws ProfilerException {
    Selected made = MADE.get(options);
    if (made == null) {
      made = choose(options);
      MADE.put(options, made);
    }
    return made;
  }

  private static Selected choose(ProfilerOptions options) throws ProfilerException {
    CycleCounterSelector.Builder builder =
        CycleCounterSelector.builder().isolation(options.isolation());
    if (!options.counter().isEmpty()) {
      builder.include(options.counter());
    }
    Selected selected = builder.build().select();
    if (options.counter().isEmpty() && selected.counter().scope() == Scope.CORE) {
      builder.exclude(namesOf(Scope.CORE, selected.report()));
      selected = builder.build().select();
    }
    refuse(options.counter(), selected.counter(), selected.report());
    return selected;
  }

  private static String[] namesOf(Scope scope, SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.scope() == scope)
        .map(CounterReport::name)
        .toArray(String[]::new);
  }

  /** Throws where the choice cannot serve a benchmark. */
  static void refuse(String asked, CycleCounter counter, SelectionReport report)
      throws ProfilerException {
    List<CounterReport> all = report.counters();
    if (!asked.isEmpty() && all.stream().noneMatch(one -> one.name().equals(asked))) {
      throw new ProfilerException(
          "Unknown counter '"
              + asked
              + "': the counters here are "
              + all.stream().map(CounterReport::name).collect(Collectors.joining(", "))
              + ".");
    }
    if (report.implementation().equals(LAST_RESORT)) {
      throw new ProfilerException(
          asked.isEmpty()
              ? "No counter of cycles works here: " + reasons(report)
              : "The counter " + asked + " cannot be used: " + reason(asked, report));
    }
    if (counter.scope() == Scope.CORE) {
      throw new ProfilerException(
          "The counter "
              + counter.implementation()
              + " cannot be used: every core has its own, and the threads of a benchmark move"
              + " between cores.");
    }
  }

  private static String reasons(SelectionReport report) {
    return report.counters().stream()
        .filter(one -> one.verdict() == Verdict.REJECTED)
        .map(one -> one.name() + ": " + one.reason())
        .collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }

  private static String reason(String name, SelectionReport report) {
    for (CounterReport one : report.counters()) {
      if (one.name().equals(name) && !name.equals(LAST_RESORT)) {
        return one.reason() + ".";
      }
    }
    return "it is always 0.";
  }
}
