// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.instructions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.output.Json;
import org.cyclecounter.tools.output.TextTable;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.trace.secret.Checked;
import org.cyclecounter.trace.secret.Finding;
import org.jspecify.annotations.Nullable;

/**
 * An operation that was checked.
 *
 * @param name of its class
 */
record CheckedOperation(String name, Checked checked) {

  /** Columns of a place before its lines of code. */
  private static final int INDENT = 20;

  /** Returns it as it is printed: a row for each place, with its callers below. */
  List<String> text() {
    List<String> text = new ArrayList<>();
    text.add(conclusion() + ": " + name);
    for (Finding finding : checked.findings()) {
      String head = Formatted.of("  %-9s %-7s ", finding.kind(), finding.technique());
      for (StackTraceElement line : finding.stack()) {
        text.add(head + place(line));
        head = " ".repeat(INDENT) + "  ";
      }
      if (finding.stack().isEmpty()) {
        text.add(head.stripTrailing());
      }
    }
    text.add("Not judged: " + checked.notJudged());
    text.addAll(TextTable.paragraph(checked.java(), 0));
    return text;
  }

  private String conclusion() {
    int places = checked.findings().size();
    return switch (checked.conclusion()) {
      case "DEPENDS" -> "Depends on the secret in " + places + (places == 1 ? " place" : " places");
      case "UNDECIDED" -> "Undecided";
      default -> "No dependence seen";
    };
  }

  private static String place(StackTraceElement line) {
    return line.getClassName().isEmpty() ? line.getMethodName() : line.toString();
  }

  /** Returns it as one JSON object, in one line. */
  String json() {
    return Json.of(
        Json.object(
            "schema",
            "constant-time-1",
            "version",
            Version.read(),
            "libcpucyclesVersion",
            Version.LIBCPUCYCLES,
            "name",
            name,
            "conclusion",
            checked.conclusion(),
            "methods",
            checked.finished().stream().map(Enum::name).toList(),
            "notJudged",
            checked.notJudged(),
            "java",
            checked.java(),
            "places",
            checked.findings().stream().map(CheckedOperation::object).toList()));
  }

  private static Map<String, @Nullable Object> object(Finding finding) {
    return Json.object(
        "kind",
        finding.kind().name(),
        "method",
        finding.technique().name(),
        "stack",
        finding.stack().stream().map(CheckedOperation::object).toList());
  }

  private static Map<String, @Nullable Object> object(StackTraceElement line) {
    return Json.object(
        "class",
        line.getClassName(),
        "method",
        line.getMethodName(),
        "file",
        line.getFileName(),
        "line",
        line.getLineNumber() < 0 ? null : Integer.valueOf(line.getLineNumber()));
  }
}
