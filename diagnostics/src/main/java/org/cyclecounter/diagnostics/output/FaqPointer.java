// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Names the entries of the FAQ about what was printed above. An entry's anchor, which is its
 * heading, too, is the constant's word, such as {@code no-pmu}: renaming a constant takes renaming
 * a heading, and a test compares both.
 */
public final class FaqPointer {

  /** The command that prints entries. */
  public static final String COMMAND = "cyclecounter help ";

  /** That of a container's shell, which has no other. */
  private static final String SHELL_COMMAND = "cyclecounter:explain ";

  private FaqPointer() {}

  /**
   * Returns one line with the command that prints each value's entry once, in this order; none
   * where nothing occurred.
   */
  public static List<String> to(Collection<? extends Enum<?>> values) {
    String topics =
        values.stream().map(Formatted::word).distinct().collect(Collectors.joining(" "));
    return topics.isEmpty() ? List.of() : List.of("see: " + COMMAND + topics);
  }

  /** Returns a line as people in a container need it. */
  public static String inContainer(String line) {
    return line.replace(COMMAND, SHELL_COMMAND);
  }
}
