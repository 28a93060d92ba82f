package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;

/** Takes 1001 adjacent readings of one counter. */
interface Sampler {

  int READINGS = 1001;

  /** In C where the counter is a C function and that can be done; in Java otherwise. */
  static Sampler of(TickSource source) {
    Sampler natively = NativeSampler.of(source);
    return natively != null ? natively : JavaSampler.of(source);
  }

  /**
   * Has the reading loop compiled where that is needed.
   *
   * @param forNs for how long the counter is read at most, in nanoseconds
   */
  default void warmUp(long forNs) {}

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
