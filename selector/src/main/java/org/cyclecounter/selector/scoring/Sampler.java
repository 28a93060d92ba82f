// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;

/**
 * Takes 1001 adjacent readings of one counter. Not thread-safe: the readings are kept in the
 * sampler until the next run, so that nothing is allocated among them.
 */
abstract class Sampler {

  static final int READINGS = 1001;

  /** The most reads of a run: one more than it keeps, where the readings are scaled. */
  static final int READS = READINGS + 1;

  /** The wall-clock time of the readings taken last, in nanoseconds. */
  long readingsNs;

  /** Has the reading loop compiled where that is needed, by at most so many reads. */
  void warmUp(int maxReads) {}

  /**
   * Returns one of the 1001 readings taken last, in ticks, as it was read: of a 32-bit counter the
   * upper half is undefined.
   */
  abstract long reading(int index);

  /** Counts the pairs of adjacent readings of those taken last that are the same: 0 to 1000. */
  int equal() {
    int equal = 0;
    long before = reading(0);
    for (int i = 1; i < READINGS; i++) {
      long reading = reading(i);
      if (reading == before) {
        equal++;
      }
      before = reading;
    }
    return equal;
  }

  /**
   * Takes 1001 readings, after one more where they are to be scaled: products of small counts do
   * not wrap, which would look like a decrease.
   *
   * @return the smallest positive difference in cycles; 0 if the readings are all the same, -1 if
   *     they decrease anywhere
   */
  abstract long smallest(int bits, Ratio cyclesPerTick);
}
