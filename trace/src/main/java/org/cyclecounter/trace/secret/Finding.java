// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

  /** Returns true if one of these methods is in the stack. */
  boolean isIn(Set<String> methods) {
    return stack.stream()
        .anyMatch(line -> methods.contains(line.getClassName() + "." + line.getMethodName()));
  }

  /** Returns it as a line of text, for {@link #parse}. */
  String text() {
    StringBuilder text = new StringBuilder(kind.name());
    for (StackTraceElement line : stack) {
      String file = line.getFileName();
      text.append('\t').append(line.getClassName());
      text.append('\t').append(line.getMethodName());
      text.append('\t').append(file == null ? "" : file);
      text.append('\t').append(line.getLineNumber());
    }
    return text.toString();
  }

  static Finding parse(Technique technique, String text) {
    String[] columns = text.split("\t", -1);
    List<StackTraceElement> stack = new ArrayList<>();
    for (int i = 1; i + 3 < columns.length; i += 4) {
      stack.add(
          new StackTraceElement(
              columns[i],
              columns[i + 1],
              columns[i + 2].isEmpty() ? null : columns[i + 2],
              Integer.parseInt(columns[i + 3])));
    }
    return new Finding(technique, Kind.valueOf(columns[0]), List.copyOf(stack));
  }
}
