// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.output.JsonReader;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.jspecify.annotations.Nullable;

/**
 * The document that {@code measure --json} writes: a child's, or an earlier command's.
 *
 * @param isInterrupted whether it was interrupted
 * @param running the name of what was running then; empty for nothing
 * @param runningSeconds for how long
 * @param operations those that ended, in their order
 * @param reference what was measured in turns with them; null for nothing
 */
record MeasureDocument(
    boolean isInterrupted,
    String running,
    double runningSeconds,
    List<MeasuredOperation> operations,
    @Nullable MeasuredOperation reference) {

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if it is not one; the message says why, without a full stop
   */
  static MeasureDocument read(String json) {
    try {
      Map<?, ?> document = JsonReader.object(json);
      if (!"measure-1".equals(document.get("schema"))) {
        throw new IllegalArgumentException("it is not what measure --json writes (measure-1)");
      }
      Map<?, ?> running = (Map<?, ?>) document.get("running");
      Map<?, ?> reference = (Map<?, ?>) document.get("reference");
      return new MeasureDocument(
          Boolean.TRUE.equals(document.get("interrupted")),
          running == null ? "" : text(running, "name"),
          running == null ? 0 : number(running, "seconds"),
          list(document, "results").stream().map(MeasureDocument::operation).toList(),
          reference == null ? null : operation(reference));
    } catch (ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("a part of it is missing or of another kind", e);
    }
  }

  private static MeasuredOperation operation(Map<?, ?> result) {
    List<List<Timing>> starts = new ArrayList<>();
    for (Map<?, ?> jvm : list(result, "jvms")) {
      starts.add(list(jvm, "runs").stream().map(run -> timing(result, run)).toList());
    }
    List<?> warnings = (List<?>) Objects.requireNonNull(result.get("warnings"));
    return new MeasuredOperation(
        text(result, "name"),
        result.get("bytes") == null ? 0 : (long) number(result, "bytes"),
        starts,
        result.get("failure") == null ? "" : text(result, "failure"),
        warnings.stream().map(String.class::cast).toList());
  }

  private static Timing timing(Map<?, ?> result, Map<?, ?> run) {
    boolean isTimed = run.get("seconds") != null;
    boolean isCounted = run.get("cycles") != null;
    String counted = (String) run.get("counted");
    return new Timing(
        number(run, "operations"),
        isTimed ? number(run, "seconds") : 0,
        isCounted ? number(run, "cycles") : 0,
        isTimed,
        isCounted,
        text(result, "clock"),
        text(run, "counter"),
        counted == null ? null : Counted.valueOf(counted),
        Boolean.TRUE.equals(run.get("disturbed")),
        !Boolean.FALSE.equals(run.get("compiled")));
  }

  private static List<Map<?, ?>> list(Map<?, ?> map, String key) {
    List<Map<?, ?>> maps = new ArrayList<>();
    for (@Nullable Object each : (List<?>) Objects.requireNonNull(map.get(key))) {
      maps.add((Map<?, ?>) Objects.requireNonNull(each));
    }
    return maps;
  }

  private static String text(Map<?, ?> map, String key) {
    return (String) Objects.requireNonNull(map.get(key));
  }

  private static double number(Map<?, ?> map, String key) {
    return (Double) Objects.requireNonNull(map.get(key));
  }
}
