// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.instructions.stepping.RunTable;
import org.cyclecounter.instructions.stepping.Stepper;
import org.jspecify.annotations.Nullable;

/**
 * The frames that are inlined at places in the code.
 *
 * @param stacks of places, innermost first; without those that have no name
 */
record Stacks(Map<Long, List<StackTraceElement>> stacks) {

  private static final int MAX_FRAMES = 64;

  /** Stands for the line of a method whose result is branched on ({@code lines.c}). */
  static final int CALLED = -3;

  /** Stands for the line of a method that is called there, or inlined by C2 without a frame. */
  static final int INLINED = -4;

  private static final StackTraceElement UNKNOWN = new StackTraceElement("", "unknown", null, -2);

  /** Looks the stacks of places up. */
  static Stacks of(Set<Long> places) {
    if (places.isEmpty()) {
      return new Stacks(Map.of());
    }
    long[] pcs = new long[places.size()];
    int length = 0;
    for (long pc : places) {
      pcs[length++] = pc;
    }
    @Nullable String[] names = new String[pcs.length];
    Stepper.name(pcs, names, MAX_FRAMES);
    Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
    for (int i = 0; i < pcs.length; i++) {
      if (names[i] != null) {
        stacks.put(pcs[i], stack(names[i].split("\t", -1)));
      }
    }
    return new Stacks(stacks);
  }

  /** Returns the stack of a place, innermost first; one frame for an unknown place. */
  List<StackTraceElement> at(long place) {
    return stacks.getOrDefault(place, List.of(UNKNOWN));
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

  /**
   * Returns true if a place is public by intent: in the code of one of these methods, also where
   * that is a stub's, or a branch on what one returned. Hazards: a caller does not count, because
   * it may call back code for which it was not accepted; nor does a method count for code that C2
   * inlined into it, such as the loop of Arrays.equals, whose frame is {@link #INLINED}.
   */
  static boolean isAccepted(List<StackTraceElement> stack, Set<String> methods) {
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

  private static List<StackTraceElement> stack(String[] columns) {
    List<StackTraceElement> stack = new ArrayList<>();
    for (int i = 0; i + 3 < columns.length; i += 4) {
      columns[i] = RunTable.normalized(columns[i] + "\t").strip();
      stack.add(RunTable.line(columns, i));
    }
    return List.copyOf(stack);
  }
}
