// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * A count in a baseline. Names and conditions are in visible characters, others as &#92;uXXXX.
 *
 * @param name of the operation, not empty
 * @param conditions beside the operation, as in {@link InstructionCount#conditions}
 * @param instructions its count
 * @param lines of code, each with its instructions
 */
public record BaselineRow(
    String name, String conditions, long instructions, SortedMap<String, Long> lines) {

  /** Would not be seen, would end a name, or would be taken for something else. */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\\\&&[\\x{0}-\\x{ffff}]]|^ | $"
              + "|^c(?=onditions: )");

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
    for (LineCount counted : count.lines()) {
      lines.merge(
          visible(SteppingSentences.name(counted.line())), counted.instructions(), Long::sum);
    }
    return new BaselineRow(visible(name), visible(count.conditions()), count.instructions(), lines);
  }

  private static String visible(String name) {
    return HIDDEN
        .matcher(name)
        .replaceAll(
            found -> SteppingSentences.sentence("\\\\u%04x", (int) found.group().charAt(0)));
  }

  /** Returns what two rows that are compared have in common; sorts by conditions, then names. */
  String key() {
    return conditions + '\n' + name;
  }
}
