// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cyclecounter.trace.child.Obstacles;

/** A count as a row of a baseline, and sentences for what has changed. */
final class Differences {

  /** The columns before the lines: name, instructions, conditions. */
  private static final int FIRST_LINE = 3;

  private Differences() {}

  /** Returns name, instructions, conditions and each line with its own, with tabs between. */
  static String row(String name, InstructionCount count) {
    String head = name + '\t' + count.instructions() + '\t' + count.conditions();
    return count.lines().stream()
        .map(line -> '\t' + Obstacles.name(line.line()) + '=' + line.instructions())
        .collect(Collectors.joining("", head, ""));
  }

  /** Compares two rows; empty if the instructions are equal. */
  static Optional<String> of(String before, String row) {
    String[] columns = row.split("\t");
    long instructions = Long.parseLong(columns[1]);
    long known = Long.parseLong(before.split("\t")[1]);
    if (instructions == known) {
      return Optional.empty();
    }
    Map<String, Long> changes = new TreeMap<>();
    add(changes, row, 1);
    add(changes, before, -1);
    changes.values().removeIf(change -> change == 0);
    removeMoved(changes);
    String changed =
        changes.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.comparing(change -> -Math.abs(change))))
            .limit(Obstacles.MAX_LINES)
            .map(line -> Obstacles.sentence("%s %+d", line.getKey(), line.getValue()))
            .collect(Collectors.joining(", "));
    int further = changes.size() - Obstacles.MAX_LINES;
    String more = further > 0 ? " and " + further + " lines more" : "";
    return Optional.of(
        Obstacles.sentence(
            "%s has %d instructions, %+d to the baseline's %d: %s%s",
            columns[0], instructions, instructions - known, known, changed, more));
  }

  private static void add(Map<String, Long> changes, String row, int sign) {
    List<String> columns = List.of(row.split("\t"));
    for (String line : columns.subList(FIRST_LINE, columns.size())) {
      int equal = line.lastIndexOf('=');
      long instructions = Long.parseLong(line.substring(equal + 1));
      changes.merge(line.substring(0, equal), sign * instructions, Long::sum);
    }
  }

  /** Removes lines of a method that have only another number now: something was added above. */
  private static void removeMoved(Map<String, Long> changes) {
    for (String line : List.copyOf(changes.keySet())) {
      long change = changes.getOrDefault(line, 0L);
      changes.entrySet().stream()
          .filter(pair -> pair.getValue() == -change && method(pair.getKey()).equals(method(line)))
          .findFirst()
          .ifPresent(moved -> changes.keySet().removeAll(List.of(line, moved.getKey())));
    }
  }

  /** Returns a line without its file and number; a stub, which has none, as it is. */
  private static String method(String line) {
    return line.replaceFirst("\\([^(]*$", "(");
  }
}
