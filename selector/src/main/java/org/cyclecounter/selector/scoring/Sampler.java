// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;

/** Takes 1001 adjacent readings of one counter. */
interface Sampler {

  int READINGS = 1001;

  /** What a run makes of a counter before it: one reading more where they are scaled. */
  int READS = READINGS + 1;

  /** Has the reading loop compiled where that is needed, by at most so many reads. */
  default void warmUp(int maxReads) {}

  /** How long the readings took that were taken last, in wall-clock time. */
  long readingsNs();

  /** One of the 1001 readings taken last, in ticks, as it was read. */
  long reading(int index);

  /** How often two adjacent readings of those taken last are the same: from 0 to 1000. */
  default int equal() {
    int equal = 0;
    long before = reading(0);
    for (int i = 1; i < READINGS; i++) {
      long now = reading(i);
      if (now == before) {
        equal++;
      }
      before = now;
    }
    return equal;
  }

  /**
   * Takes them, after one more where they are to be scaled. Returns the smallest positive
   * difference in cycles; 0 if the readings are all the same, -1 if they decrease anywhere.
   */
  long smallest(int bits, Ratio cyclesPerTick);
}
