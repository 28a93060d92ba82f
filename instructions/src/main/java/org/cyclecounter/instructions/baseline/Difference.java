// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * A count that differs from the baseline's.
 *
 * @param was the baseline's instructions
 * @param is the count's
 * @param changes the lines that have more or fewer, those that changed most first
 */
public record Difference(long was, long is, List<Change> changes) {

  /**
   * A line of code that has more or fewer instructions.
   *
   * @param line as in the baseline
   * @param change how many more
   */
  public record Change(String line, long change) {}

  /** Takes a copy of the changes. */
  public Difference {
    changes = List.copyOf(changes);
  }

  /**
   * Compares two rows.
   *
   * @param percent of the baseline's count, up to which there is no difference
   */
  public static Optional<Difference> of(BaselineRow was, BaselineRow is, double percent) {
    long change = Math.abs(is.instructions() - was.instructions());
    BigDecimal allowed =
        BigDecimal.valueOf(percent).multiply(BigDecimal.valueOf(was.instructions()));
    if (BigDecimal.valueOf(change).scaleByPowerOfTen(2).compareTo(allowed) <= 0) {
      return Optional.empty();
    }
    Map<String, Long> changes = new TreeMap<>();
    add(changes, is, 1);
    add(changes, was, -1);
    changes.values().removeIf(of -> of == 0);
    removeMoved(changes);
    return Optional.of(
        new Difference(
            was.instructions(),
            is.instructions(),
            changes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparing(of -> -Math.abs(of))))
                .map(line -> new Change(line.getKey(), line.getValue()))
                .toList()));
  }

  private static void add(Map<String, Long> changes, BaselineRow row, int sign) {
    row.lines().forEach((line, count) -> changes.merge(line, sign * count, Long::sum));
  }

  /** Drops pairs of lines of one method whose changes cancel out: only their numbers changed. */
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

  /** Returns the first changes, as many as are named. */
  public List<Change> first() {
    return changes.subList(0, Math.min(SteppingSentences.MAX_LINES, changes.size()));
  }

  /** Returns it in one sentence. */
  public String sentence(String name) {
    int further = changes.size() - first().size();
    return SteppingSentences.sentence(
        "%s has %d instructions, %+d to the baseline's %d: %s%s",
        name,
        is,
        is - was,
        was,
        first().stream()
            .map(of -> SteppingSentences.sentence("%s %+d", of.line(), of.change()))
            .collect(Collectors.joining(", ")),
        further > 0 ? " and " + further + " lines more" : "");
  }
}
