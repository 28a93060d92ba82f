// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A place that depends on the secret.
 *
 * @param stack innermost first
 */
public record Finding(Technique technique, Kind kind, List<StackTraceElement> stack) {

  /** As in the public API. */
  public enum Kind {
    BRANCH,
    ADDRESS,
    DIVISION,
    TIME
  }

  private static final Kind[] KINDS = Kind.values();

  /** Stands for an empty stack. */
  private static final StackTraceElement NOTHING = new StackTraceElement("", "", null, -2);

  /** Returns true if one of these methods is in the stack. */
  boolean isIn(Set<String> methods) {
    return stack.stream()
        .anyMatch(line -> methods.contains(line.getClassName() + "." + line.getMethodName()));
  }

  /**
   * Returns a line of text for each frame; the number says which finding it is of, and its kind.
   */
  List<String> lines(int index) {
    int number = index * KINDS.length + kind.ordinal();
    return (stack.isEmpty() ? List.of(NOTHING) : stack)
        .stream().map(line -> number + "\t" + Stacks.text(line)).toList();
  }

  /** Makes findings of such lines. */
  static List<Finding> of(Technique technique, List<Map.Entry<StackTraceElement, Long>> lines) {
    Map<Long, List<StackTraceElement>> stacks = new TreeMap<>();
    for (Map.Entry<StackTraceElement, Long> line : lines) {
      List<StackTraceElement> stack =
          stacks.computeIfAbsent(line.getValue(), number -> new ArrayList<>());
      if (!line.getKey().equals(NOTHING)) {
        stack.add(line.getKey());
      }
    }
    return stacks.entrySet().stream()
        .map(
            entry ->
                new Finding(
                    technique,
                    KINDS[(int) (entry.getKey() % KINDS.length)],
                    List.copyOf(entry.getValue())))
        .toList();
  }
}
