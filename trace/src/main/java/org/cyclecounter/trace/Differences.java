// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A count as a baseline keeps it, and sentences for what has changed. */
final class Differences {

  /** The most lines that a sentence names. */
  private static final int MAX_LINES = 5;

  /** The most lines that a baseline keeps of a count. */
  private static final int MAX_KEPT = 200;

  private Differences() {}

  /** Returns a line of code as it is printed; of a stub, its symbol. */
  static String name(StackTraceElement line) {
    return line.getClassName().isEmpty() ? line.getMethodName() : line.toString();
  }

  /** Returns the instructions and each line with its own, with tabs between. */
  static String text(InstructionCount count) {
    return count.lines().stream()
        .limit(MAX_KEPT)
        .map(line -> '\t' + name(line.line()) + '=' + line.instructions())
        .collect(Collectors.joining("", Long.toString(count.instructions()), ""));
  }

  static String notRepeatable(String name, InstructionCount count) {
    List<String> parting =
        count.lines().stream()
            .limit(MAX_LINES)
            .map(line -> name(line.line()) + " by " + line.instructions())
            .toList();
    return String.format(
        Locale.ROOT,
        "%s is not repeatable: %d of %d runs have %d instructions; the runs part in %s",
        name,
        count.agreeing(),
        count.runs(),
        count.instructions(),
        parting.isEmpty() ? "no line that is known" : String.join(", ", parting));
  }

  /** Compares a count with a baseline's text; empty if the instructions are equal. */
  static Optional<String> of(String name, String before, InstructionCount count) {
    List<String> columns = new ArrayList<>(List.of(before.split("\t")));
    long instructions = Long.parseLong(columns.remove(0));
    long difference = count.instructions() - instructions;
    if (difference == 0) {
      return Optional.empty();
    }
    Map<String, Long> changes = changes(columns, count);
    String changed =
        changes.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<String, Long> line) -> -Math.abs(line.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .limit(MAX_LINES)
            .map(line -> String.format(Locale.ROOT, "%s %+d", line.getKey(), line.getValue()))
            .collect(Collectors.joining(", "));
    String rest =
        changes.size() > MAX_LINES ? " and " + (changes.size() - MAX_LINES) + " lines more" : "";
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s has %d instructions, %+d to the baseline's %d: %s%s",
            name,
            count.instructions(),
            difference,
            instructions,
            changed,
            rest));
  }

  private static Map<String, Long> changes(List<String> before, InstructionCount count) {
    Map<String, Long> changes = new HashMap<>();
    count.lines().stream()
        .limit(MAX_KEPT)
        .forEach(line -> changes.merge(name(line.line()), line.instructions(), Long::sum));
    for (String line : before) {
      int sign = line.lastIndexOf('=');
      changes.merge(line.substring(0, sign), -Long.parseLong(line.substring(sign + 1)), Long::sum);
    }
    changes.values().removeIf(change -> change == 0);
    removeMoved(changes);
    return changes;
  }

  /** Removes lines of a method that have only another number now: something was added above. */
  private static void removeMoved(Map<String, Long> changes) {
    Map<String, String> gone = new HashMap<>();
    changes.forEach(
        (line, change) -> {
          if (change < 0) {
            gone.put(method(line) + -change, line);
          }
        });
    for (String line : List.copyOf(changes.keySet())) {
      String moved = gone.remove(method(line) + changes.getOrDefault(line, 0L));
      if (moved != null) {
        changes.remove(line);
        changes.remove(moved);
      }
    }
  }

  /** Returns a line without its file and number; a stub, which has none, as it is. */
  private static String method(String line) {
    return line.replaceFirst("\\([^(]*$", "(");
  }
}
