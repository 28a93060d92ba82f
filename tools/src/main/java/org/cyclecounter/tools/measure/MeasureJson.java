// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import java.util.Map;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.output.Json;
import org.cyclecounter.tools.page.ComparedSubject;
import org.jspecify.annotations.Nullable;

/**
 * Measurements as one JSON object; keys carry their units, and what is not known is null. The
 * schema is in docs/schemas, and its README says when its number changes.
 */
final class MeasureJson {

  private MeasureJson() {}

  /**
   * Returns the object in one line.
   *
   * @param counter null before one has been preferred
   * @param timer the timer's description; empty before it has been made
   * @param targetSeconds how long a run was to take
   * @param measurements those that have ended
   * @param isInterrupted whether the process is being ended
   * @param running the operation that is being measured; null for none
   * @param runningSeconds for how long it has run
   * @param notMeasured the operations that would have followed
   */
  static String of(
      @Nullable MeasureCounter counter,
      String timer,
      double targetSeconds,
      List<MeasuredOperation> measurements,
      boolean isInterrupted,
      @Nullable Operation running,
      double runningSeconds,
      List<Operation> notMeasured) {
    SelectionReport report = counter == null ? null : counter.report();
    Map<String, @Nullable Object> current = running == null ? null : planned(running);
    if (current != null) {
      current.put("seconds", runningSeconds);
    }
    return Json.of(
        Json.object(
            "schema",
            "measure-1",
            "version",
            report == null ? Version.read() : report.version(),
            "libcpucyclesVersion",
            Version.LIBCPUCYCLES,
            "implementation",
            report == null ? null : report.implementation(),
            "scope",
            counter == null ? null : counter.scope(),
            "counted",
            counter == null ? null : counter.counted().name(),
            "cyclesPerSecond",
            report == null ? null : Long.valueOf(report.cyclesPerSecond()),
            "frequencySource",
            report == null ? null : report.frequencySource(),
            "timer",
            timer.isEmpty() ? null : timer,
            "targetSeconds",
            targetSeconds,
            "results",
            measurements.stream().map(MeasureJson::result).toList(),
            "interrupted",
            isInterrupted,
            "running",
            current,
            "notMeasured",
            notMeasured.stream().map(MeasureJson::planned).toList()));
  }

  private static Map<String, @Nullable Object> planned(Operation operation) {
    Long bytes = operation.bytes() == 0 ? null : Long.valueOf(operation.bytes());
    return Json.object("name", operation.name(), "bytes", bytes);
  }

  private static Map<String, @Nullable Object> result(MeasuredOperation measurement) {
    Timing timing = measurement.middle();
    ComparedSubject runs = measurement.runs();
    Map<String, @Nullable Object> map = planned(measurement.operation());
    map.put("operations", timing == null ? null : Long.valueOf((long) timing.n()));
    map.put("clock", timing == null ? null : timing.clock());
    map.put("seconds", timing == null || !timing.timeValid() ? Double.NaN : timing.seconds());
    map.put("counter", timing == null ? null : timing.counter());
    map.put("counted", timing == null || timing.counted() == null ? null : timing.counted().name());
    map.put("cycles", timing == null || !timing.cyclesValid() ? Double.NaN : timing.cycles());
    map.put("nsPerOperation", timing == null ? Double.NaN : timing.secondsPerOperation() * 1e9);
    map.put("cyclesPerOperation", timing == null ? Double.NaN : timing.cyclesPerOperation());
    map.put("cyclesPerByte", measurement.cyclesPerByte());
    map.put("failure", measurement.failure().isEmpty() ? null : measurement.failure());
    map.put("warnings", measurement.warnings());
    map.put("runs", runs.timings().size());
    map.put("disturbedRuns", runs.disturbed());
    map.put("medianNsPerOperation", runs.nanoseconds().median());
    map.put("intervalNsPerOperation", interval(runs.nanoseconds()));
    map.put("smallestNsPerOperation", runs.smallest(Timing::secondsPerOperation) * 1e9);
    map.put("medianCyclesPerOperation", runs.cycles().median());
    map.put("intervalCyclesPerOperation", interval(runs.cycles()));
    map.put("smallestCyclesPerOperation", runs.smallest(Timing::cyclesPerOperation));
    map.put("stabilizedQuartilesCyclesPerOperation", quartiles(runs));
    return map;
  }

  private static @Nullable List<Double> interval(MedianInterval interval) {
    return Double.isFinite(interval.low()) ? List.of(interval.low(), interval.high()) : null;
  }

  private static @Nullable List<Double> quartiles(ComparedSubject runs) {
    if (Double.isNaN(runs.cycles().median())) {
      return null;
    }
    StabilizedQuartiles quartiles = StabilizedQuartiles.of(runs.values(Timing::cyclesPerOperation));
    return List.of(quartiles.first(), quartiles.second(), quartiles.third());
  }
}
