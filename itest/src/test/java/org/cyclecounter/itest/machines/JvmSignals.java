// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

/** What the JVM itself does by signals, to be asked while a handler stands before its own. */
public final class JvmSignals {

  private JvmSignals() {}

  /** How many of 20,000 null pointers are caught. */
  public static int nullPointers() {
    int caught = 0;
    int[][] rows = new int[2][];
    for (int i = 0; i < 20_000; i++) {
      try {
        caught += rows[i & 1].length;
      } catch (NullPointerException e) {
        caught++;
      }
    }
    return caught;
  }

  /** How many of 20 stack overflows are caught. */
  public static int stackOverflows() {
    int caught = 0;
    for (int i = 0; i < 20; i++) {
      try {
        caught += deeper(1);
      } catch (StackOverflowError e) {
        caught++;
      }
    }
    return caught;
  }

  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }
}
