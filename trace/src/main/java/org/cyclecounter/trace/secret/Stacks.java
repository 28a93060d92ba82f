// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.cyclecounter.trace.child.Runs;
import org.cyclecounter.trace.child.Stepper;
import org.jspecify.annotations.Nullable;

/** Names places in the code: each with the frames that are inlined there. */
final class Stacks {

  private static final int MAX_FRAMES = 64;

  private Stacks() {}

  /** Returns the stacks of places, innermost first; empty for a place that nobody knows. */
  static Map<Long, List<StackTraceElement>> of(LongStream places) {
    long[] pcs = places.sorted().distinct().toArray();
    @Nullable String[] names = new String[pcs.length];
    Stepper.name(pcs, names, MAX_FRAMES);
    Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
    for (int i = 0; i < pcs.length; i++) {
      stacks.put(pcs[i], names[i] == null ? List.of() : stack(names[i].split("\t", -1)));
    }
    return stacks;
  }

  /** Returns class, method, file and line, with tabs between. */
  static String text(StackTraceElement line) {
    String file = line.getFileName() == null ? "" : line.getFileName();
    return String.join(
        "\t", line.getClassName(), line.getMethodName(), file, "" + line.getLineNumber());
  }

  /** Returns true if it is in the interpreter, which has no line. */
  static boolean isInterpreted(List<StackTraceElement> stack) {
    return !stack.isEmpty()
        && stack.get(0).getClassName().isEmpty()
        && stack.get(0).getMethodName().equals("Interpreter");
  }

  private static List<StackTraceElement> stack(String[] columns) {
    List<StackTraceElement> stack = new ArrayList<>();
    for (int i = 0; i + 3 < columns.length; i += 4) {
      String type = Runs.normalized(columns[i] + "\t");
      stack.add(
          new StackTraceElement(
              type.substring(0, type.length() - 1),
              columns[i + 1],
              columns[i + 2].isEmpty() ? null : columns[i + 2],
              Integer.parseInt(columns[i + 3])));
    }
    return List.copyOf(stack);
  }
}
