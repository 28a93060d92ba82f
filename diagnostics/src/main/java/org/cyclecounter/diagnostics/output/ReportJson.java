// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.Map;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Measured;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * A selection and its measurements as one JSON object; keys carry their units. The schemas are in
 * docs/schemas, and its README says when a schema's number changes.
 *
 * <p>What was not measured or is not known has no key; {@code measure}'s document has null instead.
 * A selection is asked as it is now: a counter that was lost since is rejected.
 */
public final class ReportJson {

  private ReportJson() {}

  /**
   * Returns the JSON of a selection and its measurements, {@code info}'s, in one line.
   *
   * @param measurements by 20240114: the schema has a median
   */
  public static String of(Selected selected, InfoMeasurements measurements) {
    Map<String, @Nullable Object> root = selection(selected);
    root.put("medianCycles", measurements.middle());
    root.put("differencesCycles", measurements.differences());
    root.put("observed", measurements.observed().stream().map(ReportJson::observed).toList());
    return Json.document("info-1", root);
  }

  /** Returns the JSON of a selection alone, {@code list}'s, in one line. */
  public static String of(Selected selected) {
    return Json.document("list-1", selection(selected));
  }

  private static Map<String, @Nullable Object> selection(Selected selected) {
    SelectionReport report = selected.report();
    return Json.object(
        "implementation", report.implementation(),
        "scope", selected.counter().scope(),
        "cyclesPerSecond", report.cyclesPerSecond(),
        "frequencySource", report.frequencySource(),
        "costNs", report.cost().toNanos(),
        "counters", report.counters().stream().map(each -> counter(each, selected)).toList());
  }

  private static Map<String, @Nullable Object> counter(CounterReport counter, Selected selected) {
    Map<String, @Nullable Object> map =
        Json.object(
            "name", counter.name(),
            "kind", counter.kind(),
            "scope", counter.scope(),
            "verdict", counter.verdict(),
            "precisionCycles", counter.precision());
    Measured measured = counter.measured();
    if (measured != null) {
      measured.differenceInC().ifPresent(cycles -> map.put("differenceInCCycles", cycles));
      measured
          .differenceFromJava()
          .ifPresent(cycles -> map.put("differenceFromJavaCycles", cycles));
      map.put("nanosPerRead", measured.nanosPerRead());
      measured.observedHz().ifPresent(hz -> map.put("observedHz", hz));
      measured.sharedFraction().ifPresent(part -> map.put("sharedFraction", part));
      selected.counted(counter.name()).ifPresent(counted -> map.put("counts", counted.name()));
    }
    map.put("scaling", counter.scaling());
    map.put("only32", counter.only32());
    map.put("reason", counter.reason());
    selected.obstacle(counter.name()).ifPresent(obstacle -> map.put("obstacle", obstacle.name()));
    map.put("costNs", counter.cost().toNanos());
    return map;
  }

  private static Map<String, @Nullable Object> observed(InfoMeasurements.Observed observed) {
    return Json.object(
        "lowHz", observed.lowHz(),
        "highHz", observed.highHz(),
        "loops", observed.loops(),
        "microseconds", observed.microseconds());
  }
}
