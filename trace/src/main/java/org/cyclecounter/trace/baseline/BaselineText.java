// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.baseline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cyclecounter.trace.child.Obstacles;
import org.jspecify.annotations.Nullable;

/** The text of a baseline, which people read in a diff: sections by conditions, then names. */
public final class BaselineText {

  private static final String HEAD = "# Instructions counted by CycleCounter, format 2; ";

  private static final String CONDITIONS = "conditions: ";

  private static final Pattern COUNT = Pattern.compile(" *(\\d{1,18}) instructions");

  private static final Pattern LINE = Pattern.compile(" *(\\d{1,18})  (.+)");

  /** Would not be seen, would end a name, or would be taken for something else. */
  private static final Pattern HIDDEN =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\\\]|^[ #\\d]| $|^c(?=onditions: )");

  /** Stands for nothing; that of a name is escaped. */
  private static final String EMPTY = "\\";

  private static final Pattern ESCAPE = Pattern.compile("\\\\u(\\p{XDigit}{4})");

  /** A file that is no baseline; the message is one sentence. */
  static final class Malformed extends Exception {

    private static final long serialVersionUID = 1;

    Malformed(String format, Object... arguments) {
      super(Obstacles.sentence(format, arguments));
    }
  }

  private BaselineText() {}

  /** Returns a name in visible characters, others as &#92;uXXXX. */
  public static String escaped(String name) {
    String visible =
        HIDDEN
            .matcher(name)
            .replaceAll(
                found ->
                    found
                        .group()
                        .chars()
                        .mapToObj(hidden -> Obstacles.sentence("\\\\u%04x", hidden))
                        .collect(Collectors.joining()));
    return visible.isEmpty() ? EMPTY : visible;
  }

  private static String unescaped(String text) {
    return text.equals(EMPTY)
        ? ""
        : ESCAPE
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(character(found.group(1))));
  }

  private static String character(String hexadecimal) {
    return String.valueOf((char) Integer.parseInt(hexadecimal, 16));
  }

  /** Writes rows, sorted. */
  static String of(Collection<BaselineRow> rows) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("write it with --write or -Dorg.cyclecounter.baseline=write.\n");
    String conditions = null;
    for (BaselineRow row : sorted(rows).values()) {
      if (!row.conditions().equals(conditions)) {
        conditions = row.conditions();
        text.append('\n').append(CONDITIONS).append(escaped(conditions)).append('\n');
      }
      text.append('\n').append(escaped(row.name())).append('\n');
      text.append(Obstacles.sentence("%8d instructions\n", row.instructions()));
      for (Map.Entry<String, Long> line : BaselineRow.mostFirst(row.lines())) {
        text.append(Obstacles.sentence("%8d  %s\n", line.getValue(), escaped(line.getKey())));
      }
    }
    return text.toString();
  }

  private static SortedMap<String, BaselineRow> sorted(Collection<BaselineRow> rows) {
    SortedMap<String, BaselineRow> sorted = new TreeMap<>();
    rows.forEach(row -> sorted.put(row.key(), row));
    return sorted;
  }

  /**
   * Reads rows.
   *
   * @throws Malformed if it is no baseline of this format
   */
  static List<BaselineRow> parse(List<String> lines) throws Malformed {
    if (lines.isEmpty() || !lines.get(0).startsWith(HEAD)) {
      boolean isOld =
          !lines.isEmpty() && lines.get(0).startsWith(HEAD.substring(0, HEAD.indexOf(',')));
      throw new Malformed(
          isOld
              ? "It has another format: delete it, and write it anew."
              : "It begins without '%s'.",
          HEAD.strip());
    }
    Reader reader = new Reader();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("#") && !lines.get(i).isBlank() && !reader.take(lines.get(i))) {
        throw new Malformed("Line %d is not expected here: %s", i + 1, lines.get(i));
      }
    }
    if (!reader.finish()) {
      throw new Malformed("Its last count is not complete, or is there twice.");
    }
    return reader.rows;
  }

  /** A row as far as it has been read, line by line. */
  private static final class Reader {

    private final List<BaselineRow> rows = new ArrayList<>();
    private @Nullable String conditions;
    private @Nullable String name;
    private long instructions = -1;
    private final SortedMap<String, Long> lines = new TreeMap<>();

    /** Returns false if a line cannot stand here. */
    boolean take(String line) {
      Matcher count = COUNT.matcher(line);
      Matcher lineOfCode = LINE.matcher(line);
      if (name != null && instructions < 0) {
        instructions = count.matches() ? Long.parseLong(count.group(1)) : -1;
        return count.matches();
      }
      if (name != null && lineOfCode.matches()) {
        long of = Long.parseLong(lineOfCode.group(1));
        return lines.put(unescaped(lineOfCode.group(2)), of) == null;
      }
      if (line.startsWith(" ") || !finish()) {
        return false;
      }
      if (line.startsWith(CONDITIONS)) {
        conditions = unescaped(line.substring(CONDITIONS.length()));
      } else {
        name = unescaped(line);
      }
      return conditions != null;
    }

    /** Adds the row, if there is one; returns false if it has no count, or is there twice. */
    boolean finish() {
      if (name == null || conditions == null) {
        return true;
      }
      BaselineRow row = new BaselineRow(name, conditions, instructions, lines);
      boolean isNew = rows.stream().noneMatch(other -> other.key().equals(row.key()));
      rows.add(row);
      boolean hasCount = instructions >= 0;
      name = null;
      instructions = -1;
      lines.clear();
      return hasCount && isNew;
    }
  }
}
