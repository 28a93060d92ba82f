// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.operations.Operation;
import org.cyclecounter.tools.output.Json;
import org.jspecify.annotations.Nullable;

/**
 * Measurements as one JSON object; keys carry their units, and what is not known is null. The
 * schema is in docs/schemas, and its README says when its number changes.
 */
final class MeasureJson {

  private final Map<String, @Nullable Object> root = new LinkedHashMap<>();

  /** Gathers what is known; the counter is null where none has been preferred yet. */
  MeasureJson(
      @Nullable MeasureCounter counter,
      String timer,
      double targetSeconds,
      List<MeasuredOperation> measurements) {
    SelectionReport report = counter == null ? null : counter.report();
    root.put("schema", "measure-1");
    root.put("version", report == null ? Version.read() : report.version());
    root.put("libcpucyclesVersion", Version.LIBCPUCYCLES);
    root.put("implementation", report == null ? null : report.implementation());
    root.put("scope", counter == null ? null : counter.scope());
    root.put("counted", counter == null ? null : counter.counted().name());
    root.put("cyclesPerSecond", report == null ? null : Long.valueOf(report.cyclesPerSecond()));
    root.put("frequencySource", report == null ? null : report.frequencySource());
    root.put("timer", timer.isEmpty() ? null : timer);
    root.put("targetSeconds", targetSeconds);
    root.put("results", measurements.stream().map(MeasureJson::result).toList());
  }

  /**
   * Writes it.
   *
   * @param isInterrupted whether the process is being ended
   * @param running what is being measured; null for nothing
   * @param seconds for how long
   * @param notMeasured what would have followed
   */
  String text(
      boolean isInterrupted,
      @Nullable Operation running,
      double seconds,
      List<Operation> notMeasured) {
    root.put("interrupted", isInterrupted);
    Map<String, @Nullable Object> map = running == null ? null : planned(running);
    if (map != null) {
      map.put("seconds", seconds);
    }
    root.put("running", map);
    root.put("notMeasured", notMeasured.stream().map(MeasureJson::planned).toList());
    return Json.of(root);
  }

  private static Map<String, @Nullable Object> planned(Operation one) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", one.name());
    map.put("bytes", one.bytes() == 0 ? null : Long.valueOf(one.bytes()));
    return map;
  }

  private static Map<String, @Nullable Object> result(MeasuredOperation one) {
    Timing timing = one.timing();
    Map<String, @Nullable Object> map = planned(one.operation());
    map.put("operations", timing == null ? null : Long.valueOf((long) timing.n()));
    map.put("clock", timing == null ? null : timing.clock());
    map.put("seconds", timing == null || !timing.timeValid() ? Double.NaN : timing.seconds());
    map.put("counter", timing == null ? null : timing.counter());
    map.put("counted", timing == null || timing.counted() == null ? null : timing.counted().name());
    map.put("cycles", timing == null || !timing.cyclesValid() ? Double.NaN : timing.cycles());
    map.put("nsPerOperation", one.nsPerOperation());
    map.put("cyclesPerOperation", one.cyclesPerOperation());
    map.put("cyclesPerByte", one.cyclesPerByte());
    map.put("failure", one.failure().isEmpty() ? null : one.failure());
    map.put("warnings", one.warnings());
    return map;
  }
}
