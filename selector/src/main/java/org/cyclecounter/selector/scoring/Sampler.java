package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;

/** Takes 1001 adjacent readings of one counter. */
interface Sampler {

  int READINGS = 1001;

  /** What a run makes of a counter before it: one reading more where they are scaled. */
  int READS = READINGS + 1;

  /**
   * Has the reading loop compiled where that is needed.
   *
   * @param maxReads how often the counter is read at most
   */
  default void warmUp(int maxReads) {}

  /**
   * Takes them, after one more where they are to be scaled.
   *
   * @param bits the counter's width, 32 or 64
   * @param cyclesPerTick the scaling
   * @return the smallest positive difference in cycles; 0 if the readings are all the same, -1 if
   *     they decrease anywhere
   */
  long smallest(int bits, Ratio cyclesPerTick);
}
