// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.stats;

import java.util.Arrays;

/**
 * A sample's median and its confidence interval, between two values of the sample itself. The
 * number of values below the true median is binomially distributed with 1/2, whatever the values'
 * own distribution.
 *
 * @param low the true median lies between low and high with a probability of 99 %
 * @param median of the sample
 * @param high the upper end; infinite, and low negatively so, for fewer than eight values
 */
public record MedianInterval(double low, double median, double high) {

  /** What is left outside the interval, on both sides together. */
  private static final double OUTSIDE = 0.01;

  /** Nothing is known. */
  public static final MedianInterval UNKNOWN =
      new MedianInterval(Double.NaN, Double.NaN, Double.NaN);

  /** Of values in any order, at least one; unknown if one of them is NaN. */
  public static MedianInterval of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double median = quantile(sorted, 0.5);
    int place = place(sorted.length);
    if (Double.isNaN(median)) {
      return UNKNOWN;
    }
    return place == 0
        ? new MedianInterval(Double.NEGATIVE_INFINITY, median, Double.POSITIVE_INFINITY)
        : new MedianInterval(sorted[place - 1], median, sorted[sorted.length - place]);
  }

  /** Whether it shows, of ratios, that they are not one. */
  public boolean excludesOne() {
    return low > 1 || high < 1;
  }

  /**
   * Interpolates between the two nearest values (type 7 of Hyndman and Fan).
   *
   * @param sorted the sample, in ascending order, at least one value
   * @param share of the sample that lies below, 0 to 1
   * @return the quantile; NaN if a value is NaN
   */
  public static double quantile(double[] sorted, double share) {
    if (Double.isNaN(sorted[sorted.length - 1])) { // sorting puts NaN last
      return Double.NaN;
    }
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
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
