// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the output of {@code list}: rows, and below them each reason under its counters' names. */
public final class Listed {

  private Listed() {}

  /**
   * The rows, each with its reason behind it.
   *
   * @throws AssertionError if a line is wider than 80 columns, or a counter has no reason
   */
  public static List<String> withReasons(List<String> lines) {
    lines.forEach(Listed::requireNarrow);
    int end = lines.indexOf("");
    if (end < 0) {
      throw new AssertionError("no reasons in " + lines);
    }
    Map<String, String> reasons = reasons(lines.subList(end + 1, lines.lastIndexOf("")));
    List<String> rows = new ArrayList<>();
    for (String line : joined(lines.subList(1, end))) {
      String name = line.substring(2).split(" ")[0];
      if (!reasons.containsKey(name)) {
        throw new AssertionError("no reason of " + name + " in " + lines);
      }
      rows.add(line + "  " + reasons.get(name));
    }
    return rows;
  }

  /** A name that is too long has its other columns in the next line. */
  private static List<String> joined(List<String> lines) {
    List<String> rows = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("   ")) {
        rows.add(rows.remove(rows.size() - 1) + line);
      } else {
        rows.add(line);
      }
    }
    return rows;
  }

  private static void requireNarrow(String line) {
    if (line.length() > 80) {
      throw new AssertionError("wider than 80 columns: " + line);
    }
  }

  private static Map<String, String> reasons(List<String> lines) {
    Map<String, String> reasons = new HashMap<>();
    String names = "";
    String reason = "";
    boolean isCut = false;
    for (String line : lines) {
      if (line.startsWith("  ")) {
        reason += reason.isEmpty() || isCut ? line.strip() : " " + line.strip();
        isCut = line.length() == 80 && !line.strip().contains(" "); // a word too long for a line
        continue;
      }
      put(reasons, names, reason);
      names = reason.isEmpty() ? (names + " " + line).strip() : line;
      reason = "";
      isCut = false;
    }
    put(reasons, names, reason);
    return reasons;
  }

  private static void put(Map<String, String> reasons, String names, String reason) {
    if (!reason.isEmpty()) {
      for (String name : names.split(", *")) {
        reasons.put(name, reason);
      }
    }
  }
}
