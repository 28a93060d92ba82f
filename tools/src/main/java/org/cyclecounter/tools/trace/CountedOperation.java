// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.tools.output.Json;
import org.cyclecounter.tools.output.TextTable;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.LineCount;
import org.cyclecounter.trace.child.Obstacles;
import org.jspecify.annotations.Nullable;

/**
 * An operation that was counted, or could not be.
 *
 * @param name of its class
 * @param count null if it failed
 * @param problem the difference to the baseline or between fresh JVMs, or the failure; empty for
 *     none
 */
record CountedOperation(String name, @Nullable InstructionCount count, String problem) {

  private static final int INDENT = 2;

  /** Columns of a line's instructions. */
  private static final int NUMBER = 12;

  /**
   * Returns it as it is printed, with its first lines of code; nothing of one that failed, which is
   * said on the error stream.
   */
  List<String> text(int maxLines) {
    List<String> text = new ArrayList<>();
    if (count != null) {
      text.add(
          Formatted.of(
              "%12d  %d of %d runs  %s",
              count.instructions(), count.agreeing(), count.runs(), name));
      count.lines().stream().limit(maxLines).forEach(line -> text.add(line(line)));
      text.addAll(problem.isEmpty() ? List.of() : TextTable.paragraph(problem, INDENT));
    }
    return text;
  }

  private static String line(LineCount line) {
    String place = Obstacles.name(line.line());
    return " ".repeat(INDENT) + Formatted.of("%" + NUMBER + "d  %s", line.instructions(), place);
  }

  /** Returns all of them as one JSON object, in one line. */
  static String json(List<CountedOperation> operations, boolean isInterrupted) {
    return Json.document(
        "instructions-1",
        Json.object(
            "results",
            operations.stream().map(CountedOperation::object).toList(),
            "interrupted",
            isInterrupted));
  }

  private Map<String, @Nullable Object> object() {
    List<LineCount> lines = count == null ? List.of() : count.lines();
    return Json.object(
        "name", name,
        "instructions", count == null ? null : Long.valueOf(count.instructions()),
        "agreeingRuns", count == null ? null : Integer.valueOf(count.agreeing()),
        "runs", count == null ? null : Integer.valueOf(count.runs()),
        "conditions", count == null ? null : count.conditions(),
        "difference", count == null || problem.isEmpty() ? null : problem,
        "failure", count == null ? problem : null,
        "lines", lines.stream().map(CountedOperation::object).toList());
  }

  private static Map<String, @Nullable Object> object(LineCount line) {
    Map<String, @Nullable Object> object = CheckedOperation.object(line.line());
    object.put("instructions", line.instructions());
    return object;
  }
}
