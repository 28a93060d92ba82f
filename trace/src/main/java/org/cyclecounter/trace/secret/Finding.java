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

  /** In place of the line, if the place is the branch on what this method returned ({@code lines.c}). */
  static final int CALLED = -3;

  private static final Kind[] KINDS = Kind.values();

  /** Stands for an empty stack. */
  private static final StackTraceElement NOTHING = new StackTraceElement("", "", null, -2);

  /**
   * Returns true if it is public by intent: in the code of one of these methods, also where that is
   * a stub's, or a branch on what one returns. Hazard: a caller does not count, because it may call
   * back code that has nothing to do with what it is accepted for.
   */
  boolean isAcceptedBy(Set<String> methods) {
    for (StackTraceElement line : stack) {
      if (methods.contains(line.getClassName() + "." + line.getMethodName())) {
        return true;
      }
      if (!line.getClassName().isEmpty() && line.getLineNumber() != CALLED) {
        return false;
      }
    }
    return false;
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
