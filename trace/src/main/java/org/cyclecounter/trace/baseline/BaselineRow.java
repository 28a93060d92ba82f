// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.baseline;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.Obstacles;

/**
 * A count in a baseline.
 *
 * @param name of the operation
 * @param conditions beside the operation, as in {@link InstructionCount#conditions}
 * @param instructions its count
 * @param lines of code, each with its instructions
 */
public record BaselineRow(
    String name, String conditions, long instructions, SortedMap<String, Long> lines) {

  /** The most lines of code of a row. */
  static final int MAX_LINES = 200;

  /** Stands for the lines behind those. */
  static final Pattern FURTHER = Pattern.compile("^in \\d+ (further lines)$");

  /** Takes a copy of the lines. */
  public BaselineRow {
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  /** Returns the row of a count, with the lines that have most instructions. */
  public static BaselineRow of(String name, InstructionCount count) {
    Map<String, Long> all = new TreeMap<>();
    count
        .lines()
        .forEach(line -> all.merge(Obstacles.name(line.line()), line.instructions(), Long::sum));
    List<Map.Entry<String, Long>> sorted = mostFirst(all);
    SortedMap<String, Long> lines = new TreeMap<>();
    int shown = Math.min(MAX_LINES, sorted.size());
    sorted.subList(0, shown).forEach(line -> lines.put(line.getKey(), line.getValue()));
    if (shown < sorted.size()) {
      long sum = sorted.subList(shown, sorted.size()).stream().mapToLong(Map.Entry::getValue).sum();
      lines.put("in " + (sorted.size() - shown) + " further lines", sum);
    }
    return new BaselineRow(name, count.conditions(), count.instructions(), lines);
  }

  /** Returns lines, those with most instructions first, and further ones last. */
  static List<Map.Entry<String, Long>> mostFirst(Map<String, Long> lines) {
    Comparator<Map.Entry<String, Long>> further =
        Comparator.comparing(line -> FURTHER.matcher(line.getKey()).matches());
    return lines.entrySet().stream()
        .sorted(
            further
                .thenComparing(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .thenComparing(Map.Entry.comparingByKey()))
        .toList();
  }

  /** Returns what two rows that are compared have in common. */
  String key() {
    return conditions + '\n' + name;
  }
}
