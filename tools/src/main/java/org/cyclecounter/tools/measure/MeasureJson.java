// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import java.util.Map;
import org.cyclecounter.Counted;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.jspecify.annotations.Nullable;

/**
 * The parts of {@code measure}'s JSON; keys carry their units, and what is not known is null. The
 * schema is in docs/schemas, and its README says when its number changes.
 */
final class MeasureJson {

  private MeasureJson() {}

  /**
   * Returns what is measured by: the beginning of the document.
   *
   * @param counter null before one has been preferred
   * @param timer the timer's description; empty before it has been made
   * @param targetSeconds how long a run was to take
   * @param jvms how many JVMs measured
   */
  static Map<String, @Nullable Object> setup(
      @Nullable MeasureCounter counter, String timer, double targetSeconds, int jvms) {
    SelectionReport report = counter == null ? null : counter.report();
    return Json.object(
        "implementation", report == null ? null : report.implementation(),
        "scope", counter == null ? null : counter.scope(),
        "counted", counter == null ? null : counter.counted().name(),
        "cyclesPerSecond", report == null ? null : Long.valueOf(report.cyclesPerSecond()),
        "frequencySource", report == null ? null : report.frequencySource(),
        "timer", timer.isEmpty() ? null : timer,
        "targetSeconds", targetSeconds,
        "jvms", jvms);
  }

  /** Returns the operation that is being measured, and for how long it has run. */
  static Map<String, @Nullable Object> running(Operation operation, double seconds) {
    Map<String, @Nullable Object> running = planned(operation);
    running.put("seconds", seconds);
    return running;
  }

  static Map<String, @Nullable Object> planned(Operation operation) {
    return Json.object("name", operation.name(), "bytes", size(operation.bytes()));
  }

  private static @Nullable Long size(long bytes) {
    return bytes == 0 ? null : Long.valueOf(bytes);
  }

  static Map<String, @Nullable Object> result(MeasuredOperation operation) {
    Timing timing = operation.middle();
    Counted counted = timing == null ? null : timing.counted();
    return Json.object(
        "name", operation.name(),
        "bytes", size(operation.bytes()),
        "operations", timing == null ? null : Long.valueOf((long) timing.n()),
        "clock", timing == null ? null : timing.clock(),
        "seconds", timing == null || !timing.timeValid() ? null : timing.seconds(),
        "counter", timing == null ? null : timing.counter(),
        "counted", counted == null ? null : counted.name(),
        "cycles", timing == null || !timing.cyclesValid() ? null : timing.cycles(),
        "nsPerOperation", timing == null ? null : timing.secondsPerOperation() * 1e9,
        "cyclesPerOperation", timing == null ? null : timing.cyclesPerOperation(),
        "cyclesPerByte", operation.cyclesPerByte(),
        "status", status(operation),
        "failure", operation.isMeasured() ? null : operation.failure(),
        "warnings", operation.warnings(),
        "runs", operation.timings().size(),
        "disturbedRuns", operation.disturbed(),
        "medianNsPerOperation", operation.nanoseconds().median(),
        "intervalNsPerOperation", interval(operation.nanoseconds()),
        "smallestNsPerOperation", operation.smallest(Timing::secondsPerOperation) * 1e9,
        "medianCyclesPerOperation", operation.cycles().median(),
        "intervalCyclesPerOperation", interval(operation.cycles()),
        "smallestCyclesPerOperation", operation.smallest(Timing::cyclesPerOperation),
        "stabilizedQuartilesCyclesPerOperation", quartiles(operation),
        "jvms", operation.starts().stream().map(MeasureJson::jvm).toList());
  }

  private static String status(MeasuredOperation operation) {
    return !operation.isMeasured()
        ? "failed"
        : operation.isCompiled() ? "measured" : "not compiled";
  }

  /** Returns the runs of one JVM; {@link MeasureDocument} reads them. */
  private static Map<String, @Nullable Object> jvm(List<Timing> runs) {
    MeasuredOperation alone = new MeasuredOperation("", 0, List.of(runs), "", List.of());
    return Json.object(
        "medianNsPerOperation", alone.nanoseconds().median(),
        "medianCyclesPerOperation", alone.cycles().median(),
        "runs", runs.stream().map(MeasureJson::run).toList());
  }

  private static Map<String, @Nullable Object> run(Timing run) {
    Counted counted = run.counted();
    return Json.object(
        "operations",
        run.n(),
        "seconds",
        run.timeValid() ? run.seconds() : null,
        "cycles",
        run.cyclesValid() ? run.cycles() : null,
        "counter",
        run.counter(),
        "counted",
        counted == null ? null : counted.name(),
        "disturbed",
        run.disturbed(),
        "compiled",
        run.compiled());
  }

  private static @Nullable List<Double> interval(MedianInterval interval) {
    return Double.isFinite(interval.low()) ? List.of(interval.low(), interval.high()) : null;
  }

  private static @Nullable List<Double> quartiles(MeasuredOperation operation) {
    if (Double.isNaN(operation.cycles().median())) {
      return null;
    }
    StabilizedQuartiles quartiles =
        StabilizedQuartiles.of(operation.values(Timing::cyclesPerOperation));
    return List.of(quartiles.first(), quartiles.second(), quartiles.third());
  }
}
