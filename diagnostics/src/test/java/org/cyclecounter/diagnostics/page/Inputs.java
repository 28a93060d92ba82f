// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.Reports;
import org.cyclecounter.diagnostics.TestSelected;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.observe.Crossing;
import org.cyclecounter.diagnostics.observe.Differences;
import org.cyclecounter.diagnostics.observe.Drift;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.selector.counting.TickCounter;
import org.jspecify.annotations.Nullable;

/** Inputs of a test's page: none is this machine's. */
final class Inputs {

  static final long HZ = 2_000_000_000;

  /** Below it there is neither /proc nor /sys. */
  private static final MachineFacts MACHINE =
      MachineFacts.read(Path.of("/nonexistent"), property -> "x86-64");

  private final List<CounterReport> counters = new ArrayList<>();
  private final Map<String, Counted> counted = new LinkedHashMap<>();
  private final Map<String, Obstacle> obstacles = new LinkedHashMap<>();
  private final List<Observation> observations = new ArrayList<>();
  private final Map<String, String> unopened = new LinkedHashMap<>();

  static Inputs of() {
    return new Inputs();
  }

  Inputs selected(String name, Scope scope, Counted what) {
    return working(name, scope, Verdict.SELECTED, what);
  }

  Inputs usable(String name, Scope scope) {
    return working(name, scope, Verdict.USABLE, Counted.TIME);
  }

  private Inputs working(String name, Scope scope, Verdict verdict, Counted what) {
    Measured measured =
        Reports.measured(26, 28, 11.6, OptionalDouble.of(2e9), OptionalDouble.empty());
    String reason = "usable: resolution 26 cycles (C)";
    counters.add(Reports.counter(name, CounterKind.OFF_CORE, scope, verdict, reason, measured));
    counted.put(name, what);
    return this;
  }

  Inputs rejected(String name, String reason) {
    return rejected(name, reason, null);
  }

  Inputs rejected(String name, String reason, @Nullable Obstacle obstacle) {
    counters.add(
        Reports.counter(name, CounterKind.ON_CORE, Scope.THREAD, Verdict.REJECTED, reason, null));
    if (obstacle != null) {
      obstacles.put(name, obstacle);
    }
    return this;
  }

  /** Observes a counter that shows these differences, and the drift and crossing given. */
  Inputs observed(String name, Differences differences, Drift drift, Crossing crossing) {
    observations.add(
        new Observation(
            name,
            crossing == null ? Scope.THREAD : Scope.SYSTEM,
            differences,
            drift,
            crossing,
            List.of(
                new InfoMeasurements.Observed(1_500_000_000L, 2_500_000_000L, 1024, 4),
                new InfoMeasurements.Observed(1_999_000_000L, 2_001_000_000L, 1 << 20, 900)),
            "",
            name));
    return this;
  }

  /** Observes a steady counter. */
  Inputs observed(String name) {
    return observed(name, steady(26), drift(0, 0), new Crossing(2, true, 4000, 0, 0));
  }

  Inputs failed(String name, String failure) {
    observations.add(
        new Observation(name, Scope.THREAD, null, null, null, List.of(), failure, name));
    return this;
  }

  Inputs unopened(String name, String why) {
    unopened.put(name, why);
    return this;
  }

  static Differences steady(long cycles) {
    return differences(1000, i -> cycles);
  }

  static Differences differences(int count, LongUnaryOperator cycles) {
    return Differences.of(LongStream.range(0, count).map(cycles).toArray());
  }

  /** A second in which a counter jumps after a while. */
  static Drift drift(double jumpNs, int atStep) {
    List<Drift.Point> points =
        IntStream.rangeClosed(0, 100)
            .mapToObj(i -> new Drift.Point(i / 100.0, i >= atStep ? jumpNs : 0))
            .toList();
    return new Drift(HZ, HZ, points, Math.abs(jumpNs), jumpNs == 0 ? 0 : 1, jumpNs);
  }

  SelectionSnapshot make() {
    SelectionReport report = Reports.selection(HZ, "a test", counters);
    // One name for all: a JVM measures the cost of a region once for each.
    CycleCounter counter =
        new TickCounter(System::nanoTime, "a-clock", Scope.SYSTEM, 1_000_000_000);
    TestSelected selected = new TestSelected(report, counter, counted, obstacles);
    return new SelectionSnapshot(
        selected, report, MACHINE, Doctor.examine(selected, MACHINE), observations, unopened);
  }
}
