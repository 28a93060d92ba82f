package org.cyclecounter.bench.stats;

import java.util.Arrays;

/**
 * A confidence interval of the median between two values of the sample itself. The number of values
 * below the true median is binomially distributed with 1/2, whatever the values' own distribution.
 */
public final class MedianInterval {

  /** What is left outside the interval, on both sides together. */
  private static final double OUTSIDE = 0.01;

  /** Fewer values than this have no interval. */
  public static final int MIN_SIZE = 8;

  private MedianInterval() {}

  /**
   * A median and what it may be.
   *
   * @param low the true median lies between low and high with a probability of 99 %
   * @param median of the sample
   * @param high the upper end; infinite, and low negatively so, for fewer than {@link #MIN_SIZE}
   *     values
   */
  public record Interval(double low, double median, double high) {}

  /**
   * Of a sample.
   *
   * @param values in any order, at least one
   * @return its interval; all NaN if one of them is NaN
   */
  public static Interval of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double median = Quantiles.of(sorted, 0.5);
    int place = place(sorted.length);
    if (Double.isNaN(median)) {
      return new Interval(median, median, median);
    }
    return place == 0
        ? new Interval(Double.NEGATIVE_INFINITY, median, Double.POSITIVE_INFINITY)
        : new Interval(sorted[place - 1], median, sorted[sorted.length - place]);
  }

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
