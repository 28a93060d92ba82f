// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

/**
 * The differences of the last updates, counted by their size: nothing and less first, then a
 * quarter of an octave each from 1 cycle on, and in the last all from 2<sup>20</sup> on. The axis
 * is the same for all counters and never moves.
 */
final class Histogram {

  /** So many updates are remembered. */
  static final int UPDATES = 10;

  static final int OCTAVES = 20;
  private static final int PER_OCTAVE = 4;
  private static final int SIZES = OCTAVES * PER_OCTAVE;

  private final int[][] updates = new int[UPDATES][];
  private int next;

  /** One update's; what was added ten updates ago is forgotten. */
  void add(long[] differences) {
    int[] counts = new int[1 + SIZES];
    for (long difference : differences) {
      counts[place(difference)]++;
    }
    updates[next] = counts;
    next = (next + 1) % UPDATES;
  }

  private static int place(long difference) {
    return difference <= 0
        ? 0
        : 1
            + Math.min(
                SIZES - 1, (int) (PER_OCTAVE * Math.log((double) difference) / Math.log(2) + 1e-9));
  }

  /** In which of at least two columns a difference is counted: the first one is for 0 and less. */
  static int column(long difference, int columns) {
    return column(place(difference), SIZES, columns);
  }

  private static int column(int place, int sizes, int columns) {
    return place == 0 ? 0 : 1 + (place - 1) * (columns - 1) / sizes;
  }

  /** How many differences each of so many columns has. */
  int[] columns(int columns) {
    int[] sums = new int[columns];
    for (int[] counts : updates) {
      for (int i = 0; counts != null && i < counts.length; i++) {
        sums[column(i, SIZES, columns)] += counts[i];
      }
    }
    return sums;
  }
}
