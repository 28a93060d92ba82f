// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a class that is generated from other sources, or has code of other files inlined by
 * its compiler, such as Kotlin's: its SourceDebugExtension (JSR-45), of which the default stratum.
 */
final class SourceMap {

  /** First line, file, how many; number in the class, and how many there for each. */
  private static final Pattern RANGE =
      Pattern.compile("(\\d+)(?:#(\\d+))?(?:,(\\d+))?:(\\d+)(?:,(\\d+))?");

  /** Kotlin's, for the arguments of functions that it inlines. */
  private static final String NO_FILE = "fake.kt";

  private record Range(int first, String file, int count, int number, int step) {}

  private final List<Range> ranges = new ArrayList<>();

  /** Takes the attribute's text; empty for a class without it. */
  SourceMap(String text) {
    List<String> rows = text.lines().map(String::strip).toList();
    int from = rows.size() < 3 ? -1 : rows.indexOf("*S " + rows.get(2));
    String section = "";
    String file = "";
    Map<String, String> files = new HashMap<>();
    for (int i = from + 1; from >= 0 && i < rows.size(); i++) {
      String row = rows.get(i);
      Matcher range = RANGE.matcher(row);
      if (row.startsWith("*")) {
        if (row.startsWith("*S") || row.startsWith("*E")) {
          return;
        }
        section = row;
      } else if (section.equals("*F")) {
        String[] columns = row.split(" ", row.startsWith("+") ? 3 : 2);
        files.put(columns[Math.max(0, columns.length - 2)], columns[columns.length - 1]);
        i += row.startsWith("+") ? 1 : 0; // its path
        files.values().remove(NO_FILE);
      } else if (range.matches()) {
        file = range.group(2) == null ? file : files.getOrDefault(range.group(2), "");
        ranges.add(
            new Range(
                number(range.group(1), 1),
                file,
                number(range.group(3), 1),
                number(range.group(4), 1),
                Math.max(1, number(range.group(5), 1))));
      }
    }
  }

  private static int number(@Nullable String text, int unset) {
    return text == null ? unset : Integer.parseInt(text);
  }

  /** Returns file and number with a tab between, the number -1 for a line that no file has. */
  String source(String file, int line) {
    for (Range range : ranges) {
      int after = line - range.number();
      if (after >= 0 && after < range.count() * range.step() && !range.file().isEmpty()) {
        return range.file() + "\t" + (range.first() + after / range.step());
      }
    }
    return file + "\t" + (ranges.isEmpty() ? line : -1);
  }
}
