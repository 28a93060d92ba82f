// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * An operation that was checked.
 *
 * @param name of its class
 */
record CheckedOperation(String name, SecretReport checked) {

  /** Columns of a place before its lines of code. */
  private static final int INDENT = 20;

  /** Returns it as it is printed: a row for each place, with its callers below. */
  List<String> text() {
    List<String> text = new ArrayList<>();
    text.add(conclusion() + ": " + name);
    for (Place place : checked.places()) {
      String head = Formatted.of("  %-9s %-7s ", place.kind(), place.method());
      for (StackTraceElement line : place.stack()) {
        text.add(head + SteppingSentences.name(line));
        head = " ".repeat(INDENT) + "  ";
      }
      if (place.stack().isEmpty()) {
        text.add(head.stripTrailing());
      }
    }
    text.add("Not judged: " + (notJudged() == null ? "all" : notJudged()));
    text.addAll(TextTable.paragraph(checked.java(), 0));
    return text;
  }

  /** Returns null for all. */
  private @Nullable Long notJudged() {
    long notJudged = checked.notJudged();
    return notJudged == Long.MAX_VALUE ? null : Long.valueOf(notJudged);
  }

  private String conclusion() {
    int places = checked.places().size();
    return switch (checked.conclusion()) {
      case DEPENDS -> "Depends on the secret in " + places + (places == 1 ? " place" : " places");
      case UNDECIDED -> "Undecided";
      case NO_DEPENDENCE_SEEN -> "No dependence seen";
    };
  }

  /** Returns it as one JSON object, in one line. */
  String json() {
    return Json.document(
        "constant-time-1",
        Json.object(
            "name", name,
            "conclusion", checked.conclusion().name(),
            "methods", checked.methods().stream().map(Enum::name).sorted().toList(),
            "notJudged", notJudged(),
            "java", checked.java(),
            "places", checked.places().stream().map(CheckedOperation::object).toList()));
  }

  private static Map<String, @Nullable Object> object(Place place) {
    return Json.object(
        "kind", place.kind().name(),
        "method", place.method().name(),
        "stack", place.stack().stream().map(CheckedOperation::object).toList());
  }

  /** Returns a line of code as a JSON object. */
  static Map<String, @Nullable Object> object(StackTraceElement line) {
    return Json.object(
        "class", line.getClassName(),
        "method", line.getMethodName(),
        "file", line.getFileName(),
        "line", line.getLineNumber() < 0 ? null : Integer.valueOf(line.getLineNumber()));
  }
}
