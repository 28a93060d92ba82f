// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

/** The kinds of lines that a child JVM sends, and the letters of its phases. */
public enum ChildLine {
  /** Single steps arrive. */
  READY,
  /** They do not; the reason. */
  OBSTACLE,
  /** The operation cannot be counted; the reason. */
  FAILED,
  /** One line of code: instructions, class, method, file, number. */
  LINE,
  /** The end: instructions, agreeing runs, runs. */
  COUNTED;

  /** Phases, as {@code child.c} writes them: a line of {@code @}, the letter and three digits. */
  static final char WARM_UP = 'W';

  static final char STEPS = 'S';
}
