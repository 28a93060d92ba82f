// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

/**
 * The differences of the last updates, counted by their size: nothing and less first, then a
 * quarter of an octave each from 1 cycle on, and in the last all from 2<sup>20</sup> on. The axis
 * is the same for all counters and never moves.
 *
 * <p>A quarter of an octave is a factor of 1.19: fine enough to tell a read of 20 cycles from one
 * of 24, and 80 sizes are enough columns for any terminal. For one thread.
 */
final class Histogram {

  /** Updates that are remembered. */
  static final int UPDATES = 10;

  /** 2<sup>20</sup> cycles, some 300 microseconds: beyond are interrupts and lost time slices. */
  private static final int OCTAVES = 20;

  private static final int PER_OCTAVE = 4;
  private static final int SIZES = OCTAVES * PER_OCTAVE;

  /** Counts by update and size; a row is null before its first update. */
  private final int[][] updates = new int[UPDATES][];

  /** The row that is overwritten next: the oldest. */
  private int next;

  /** Adds an update's differences; those added ten updates ago are forgotten. */
  void add(long[] differences) {
    int[] counts = new int[1 + SIZES];
    for (long difference : differences) {
      counts[size(difference)]++;
    }
    updates[next] = counts;
    next = (next + 1) % UPDATES;
  }

  /** Returns 0 for nothing and less, SIZES at most. Powers of two must not be rounded down. */
  private static int size(long difference) {
    double octaves = Math.log((double) difference) / Math.log(2);
    return difference <= 0 ? 0 : 1 + Math.min(SIZES - 1, (int) (PER_OCTAVE * octaves + 1e-9));
  }

  /**
   * Returns the column, of at least two, that counts a difference: the first is for 0 and less.
   *
   * <p>Several sizes share a column where there are fewer columns than sizes; where there are more,
   * some columns stay empty.
   */
  static int column(long difference, int columns) {
    return columnOf(size(difference), columns);
  }

  private static int columnOf(int size, int columns) {
    return size == 0 ? 0 : 1 + (size - 1) * (columns - 1) / SIZES;
  }

  /** Returns the number of differences in each of the columns. */
  int[] columns(int columns) {
    int[] sums = new int[columns];
    for (int[] counts : updates) {
      for (int i = 0; counts != null && i < counts.length; i++) {
        sums[columnOf(i, columns)] += counts[i];
      }
    }
    return sums;
  }
}
