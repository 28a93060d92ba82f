// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.observe.InfoMeasurements;

/**
 * A selection and its measurements as one JSON object; keys carry their units. The schemas are in
 * docs/schemas, and its README says when a schema's number changes.
 */
public final class ReportJson {

  private static final String WITH_MEASUREMENTS = "info-1";
  private static final String SELECTION = "list-1";

  private ReportJson() {}

  /** The JSON of a selection and its measurements, in one line. */
  public static String of(
      SelectionReport report,
      CycleCounter counter,
      InfoMeasurements measurements,
      Function<String, Optional<Counted>> counted,
      Function<String, Optional<Obstacle>> obstacle) {
    Map<String, Object> root = selection(WITH_MEASUREMENTS, report, counter, counted, obstacle);
    root.put("medianCycles", measurements.median());
    root.put("differencesCycles", measurements.differences());
    root.put("observed", measurements.observed().stream().map(ReportJson::observed).toList());
    return Json.of(root);
  }

  /** The JSON of the selection alone, in one line. */
  public static String of(
      SelectionReport report,
      CycleCounter counter,
      Function<String, Optional<Counted>> counted,
      Function<String, Optional<Obstacle>> obstacle) {
    return Json.of(selection(SELECTION, report, counter, counted, obstacle));
  }

  private static Map<String, Object> selection(
      String schema,
      SelectionReport report,
      CycleCounter counter,
      Function<String, Optional<Counted>> counted,
      Function<String, Optional<Obstacle>> obstacle) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("schema", schema);
    root.put("version", report.version());
    root.put("libcpucyclesVersion", Version.LIBCPUCYCLES);
    root.put("implementation", report.implementation());
    root.put("scope", counter.scope());
    root.put("cyclesPerSecond", report.cyclesPerSecond());
    root.put("frequencySource", report.frequencySource());
    root.put("costNs", report.cost().toNanos());
    root.put(
        "counters",
        report.counters().stream().map(one -> counter(one, counted, obstacle)).toList());
    return root;
  }

  private static Map<String, Object> counter(
      CounterReport counter,
      Function<String, Optional<Counted>> counted,
      Function<String, Optional<Obstacle>> obstacle) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", counter.name());
    map.put("kind", counter.kind());
    map.put("scope", counter.scope());
    map.put("verdict", counter.verdict());
    map.put("precisionCycles", counter.precision());
    Measured measured = counter.measured();
    if (measured != null) {
      measured.differenceInC().ifPresent(cycles -> map.put("differenceInCCycles", cycles));
      measured
          .differenceFromJava()
          .ifPresent(cycles -> map.put("differenceFromJavaCycles", cycles));
      map.put("nanosPerRead", measured.nanosPerRead());
      measured.observedHz().ifPresent(hz -> map.put("observedHz", hz));
      measured.sharedFraction().ifPresent(part -> map.put("sharedFraction", part));
      counted.apply(counter.name()).ifPresent(what -> map.put("counts", what.name()));
    }
    map.put("scaling", counter.scaling());
    map.put("only32", counter.only32());
    map.put("reason", counter.reason());
    obstacle.apply(counter.name()).ifPresent(what -> map.put("obstacle", what.name()));
    map.put("costNs", counter.cost().toNanos());
    return map;
  }

  private static Map<String, Object> observed(InfoMeasurements.Observed one) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lowHz", one.lowHz());
    map.put("highHz", one.highHz());
    map.put("loops", one.loops());
    map.put("microseconds", one.microseconds());
    return map;
  }
}
