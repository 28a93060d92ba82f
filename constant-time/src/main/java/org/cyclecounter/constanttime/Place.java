// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

import java.util.List;

/**
 * A place in the machine code that depends on the secret.
 *
 * @param kind the part of the place that depends on it
 * @param stack the line, and the lines that it was called from and inlined into, innermost first;
 *     of a stub or the runtime as in {@link org.cyclecounter.instructions.LineCount#line}; empty
 *     for {@link Kind#TIME}
 * @param method the method that saw it
 * @since 0.1.0
 */
public record Place(Kind kind, List<StackTraceElement> stack, Method method) {

  /** The part of a place that depends on a secret. */
  public enum Kind {
    /** The instruction that comes next. */
    BRANCH,
    /** The address of memory that is read or written. */
    ADDRESS,
    /** An operand of a division, whose time it decides. */
    DIVISION,
    /** The time of the whole operation. */
    TIME
  }

  /**
   * Creates a place.
   *
   * @param kind as above
   * @param stack copied
   * @param method as above
   */
  public Place {
    stack = List.copyOf(stack);
  }
}
