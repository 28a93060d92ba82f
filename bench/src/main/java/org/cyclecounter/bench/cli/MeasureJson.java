package org.cyclecounter.bench.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.selector.report.Json;
import org.jspecify.annotations.Nullable;

/** Measurements as one JSON object; keys carry their units, and what is not known is null. */
final class MeasureJson {

  private MeasureJson() {}

  static String of(
      MeasureCounter counter, String timer, double targetSeconds, List<Measurement> measurements) {
    SelectionReport report = counter.report();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", report.version());
    root.put("implementation", report.implementation());
    root.put("scope", counter.scope());
    root.put("counted", counter.counted().name());
    root.put("cyclesPerSecond", report.cyclesPerSecond());
    root.put("frequencySource", report.frequencySource());
    root.put("timer", timer);
    root.put("targetSeconds", targetSeconds);
    root.put("results", measurements.stream().map(MeasureJson::result).toList());
    return Json.of(root);
  }

  private static Map<String, @Nullable Object> result(Measurement one) {
    Timing timing = one.timing();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", one.name());
    map.put("bytes", one.bytes() == 0 ? null : Long.valueOf(one.bytes()));
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
