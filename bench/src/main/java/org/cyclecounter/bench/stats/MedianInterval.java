package org.cyclecounter.bench.stats;

/**
 * A confidence interval of the median between two values of the sample itself. The number of values
 * below the true median is binomially distributed with 1/2, whatever the values' own distribution.
 */
final class MedianInterval {

  /** What is left outside the interval, on both sides together. */
  private static final double OUTSIDE = 0.01;

  private MedianInterval() {}

  /**
   * The interval reaches from the value at this place, counted from 1 at the smallest, to that at
   * the same place from the largest; 0 where the sample is too small for any interval.
   */
  static int place(int size) {
    double probability = Math.pow(0.5, size); // of no value below the median
    double tail = 0;
    for (int below = 0; below < size / 2; below++) {
      tail += probability;
      if (2 * tail > OUTSIDE) {
        return below;
      }
      probability *= (double) (size - below) / (below + 1);
    }
    return size / 2;
  }
}
