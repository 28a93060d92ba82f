// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

/**
 * The instructions of one line of code. An inlined line counts as itself, not as its caller.
 *
 * @param line the line; of a stub or the runtime with an empty class name, the symbol or library as
 *     the method, and the line number -2
 * @param instructions how many were executed
 * @param code sums of the byte code of the line and of its method, with a space between, which stay
 *     when other code moves them; empty if unknown
 * @since 0.1.0
 */
public record LineCount(StackTraceElement line, long instructions, String code) {

  /**
   * Creates one whose byte code is unknown.
   *
   * @param line as above
   * @param instructions as above
   */
  public LineCount(StackTraceElement line, long instructions) {
    this(line, instructions, "");
  }
}
