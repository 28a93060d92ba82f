package org.cyclecounter.selector.scoring;

import org.cyclecounter.CycleCounter;

/** Readings of a counter in a row, taken once: see {@link ReadingLoop}. */
public final class AdjacentReadings {

  private AdjacentReadings() {}

  /**
   * Takes them, on the calling thread.
   *
   * @param counter the counter
   * @param count how many, at most 1001
   * @return readings in cycles, from any origin
   */
  public static long[] of(CycleCounter counter, int count) {
    return ReadingLoop.of(counter).take(count);
  }
}
