// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.baseline;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.Obstacles;

/**
 * A count in a baseline.
 *
 * @param name of the operation, not empty
 * @param conditions beside the operation, as in {@link InstructionCount#conditions}
 * @param instructions its count
 * @param lines of code, each with its instructions
 */
public record BaselineRow(
    String name, String conditions, long instructions, SortedMap<String, Long> lines) {

  /** Takes a copy of the lines. */
  public BaselineRow {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("A count in a baseline needs a name.");
    }
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  /** Returns the row of a count. */
  public static BaselineRow of(String name, InstructionCount count) {
    SortedMap<String, Long> lines = new TreeMap<>();
    count
        .lines()
        .forEach(line -> lines.merge(Obstacles.name(line.line()), line.instructions(), Long::sum));
    return new BaselineRow(name, count.conditions(), count.instructions(), lines);
  }

  /** Returns what two rows that are compared have in common; sorts by conditions, then names. */
  String key() {
    return conditions + '\n' + name;
  }
}
