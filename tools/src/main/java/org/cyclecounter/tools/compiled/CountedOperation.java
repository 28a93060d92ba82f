// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.baseline.LineChange;
import org.cyclecounter.instructions.count.Portability;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * An operation that was counted, or could not be.
 *
 * @param target what was counted
 * @param count null if it failed
 * @param problem that fresh JVMs differ, that the baseline lacks it, or the failure; empty for none
 * @param was the baseline's instructions; null without one
 * @param difference to the baseline; null without one
 */
record CountedOperation(
    Target target,
    @Nullable InstructionCount count,
    String problem,
    @Nullable Long was,
    @Nullable Difference difference) {

  /** Returns true if it was counted, and nothing is wrong with the count. */
  boolean isRight() {
    return problem.isEmpty() && difference == null;
  }

  /**
   * Returns it as it is printed, with its first lines of code; nothing of one that failed, which is
   * said on the error stream.
   */
  List<String> text(int maxLines) {
    if (count == null) {
      return List.of();
    }
    List<String> text = new ArrayList<>();
    text.add(
        Formatted.of(
            "%12d  %d of %d runs  %s%s",
            count.instructions(), count.agreeing(), count.runs(), target.name(), perOperation()));
    count
        .calls()
        .forEach(one -> text.add(Formatted.of("%12d  %s", one.instructions(), one.often())));
    if (!Double.isNaN(count.bytes())) {
      text.add(Formatted.of("%12s  bytes allocated", AllocatedBytes.text(count.bytes())));
    }
    count.lines().stream().limit(maxLines).forEach(line -> text.add(line(line)));
    for (String sentence : List.of(Portability.libraries(count), problem)) {
      text.addAll(sentence.isEmpty() ? List.of() : TextTable.paragraph(sentence, 2));
    }
    return text;
  }

  private String perOperation() {
    return count == null || target.operations() == 1
        ? ""
        : Formatted.of(", %.1f per operation", (double) count.instructions() / target.operations());
  }

  private static String line(LineCount counted) {
    return Formatted.of(
        "  %12d  %s", counted.instructions(), SteppingSentences.name(counted.line()));
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
    String different = difference == null ? problem : difference.sentence(target.name());
    return Json.object(
        "name", target.name(),
        "instructions", count == null ? null : Long.valueOf(count.instructions()),
        "agreeingRuns", count == null ? null : Integer.valueOf(count.agreeing()),
        "runs", count == null ? null : Integer.valueOf(count.runs()),
        "conditions", count == null ? null : count.conditions(),
        "operations", target.operations(),
        "bytes",
            count == null || Double.isNaN(count.bytes()) ? null : Double.valueOf(count.bytes()),
        "was", was,
        "wasBytes",
            difference == null || !difference.hasOtherBytes()
                ? null
                : Double.valueOf(difference.wasBytes()),
        "difference", count == null || different.isEmpty() ? null : different,
        "changes",
            difference == null
                ? List.of()
                : difference.changes().stream().map(CountedOperation::object).toList(),
        "failure", count == null ? problem : null,
        "calls",
            count == null
                ? List.of()
                : count.calls().stream().map(CountedOperation::object).toList(),
        "lines", lines.stream().map(CountedOperation::object).toList());
  }

  private static Map<String, @Nullable Object> object(LineChange changed) {
    Map<String, @Nullable Object> object = CheckedOperation.object(changed.line().place());
    object.put("was", changed.was() < 0 ? null : Integer.valueOf(changed.was()));
    object.put("change", changed.change());
    object.put("kind", changed.kind().name());
    return object;
  }

  private static Map<String, @Nullable Object> object(CallCount counted) {
    return Json.object(
        "instructions", counted.instructions(), "calls", counted.calls(), "row", counted.row());
  }

  private static Map<String, @Nullable Object> object(LineCount counted) {
    Map<String, @Nullable Object> object = CheckedOperation.object(counted.line());
    object.put("instructions", counted.instructions());
    return object;
  }
}
