// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

/** Features that the JVM implements by signals, tested while another handler precedes its own. */
public final class JvmSignals {

  private JvmSignals() {}

  /** Returns the number of caught null pointers, of 2,000. */
  public static int nullPointers() {
    int caught = 0;
    int[][] rows = new int[2][];
    for (int i = 0; i < 2_000; i++) {
      try {
        caught += rows[i & 1].length;
      } catch (NullPointerException e) {
        caught++;
      }
    }
    return caught;
  }

  /** Returns the number of caught stack overflows, of 5. */
  public static int stackOverflows() {
    int caught = 0;
    for (int i = 0; i < 5; i++) {
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
