// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

/** The ways in which two paths differ at an instruction, in the order of {@code paths.c}. */
enum Difference {
  ADDRESS,
  DIVISION,
  /** It is the last that they have in common. */
  BRANCH,
  /** The same, and they do not meet again. */
  NOT_MET;

  private static final int SHIFT = 48;

  /** Returns the kind of a difference as it comes from the recorder. */
  static Difference of(long difference) {
    return values()[(int) (difference >>> SHIFT)];
  }

  /** Returns its program counter. */
  static long pc(long difference) {
    return difference & (1L << SHIFT) - 1;
  }

  boolean isOfPath() {
    return this == BRANCH || this == NOT_MET;
  }
}
