// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Arrays;

/**
 * A sample's stabilised quartiles, as SUPERCOP reports them (its {@code stq.h}: stq1, stq2, stq3):
 * means of the quarters of the sample around its quartiles. Where a sample has two modes a median
 * jumps between them, and these hardly move. The smallest and largest eighth do not count.
 *
 * <p>Each value counts eight times; of the sorted 8n values the first quartile is the mean of those
 * from n to 3n, the second from 3n to 5n, the third from 5n to 7n.
 *
 * @param first the mean from an eighth to three eighths of the sample
 * @param second the mean from three eighths to five eighths
 * @param third the mean from five eighths to seven eighths
 * @since 0.1.0
 */
public record StabilizedQuartiles(double first, double second, double third) {

  private static final int COPIES = 8;

  /**
   * Computes the quartiles of a sample.
   *
   * @param values at least one, in any order
   * @return the quartiles; all NaN if a value is NaN
   */
  public static StabilizedQuartiles of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (Double.isNaN(sorted[sorted.length - 1])) { // sorting puts NaN last
      return new StabilizedQuartiles(Double.NaN, Double.NaN, Double.NaN);
    }
    return new StabilizedQuartiles(mean(sorted, 1), mean(sorted, 3), mean(sorted, 5));
  }

  /** Returns the mean of two eighths of the sample, the first of which has this number. */
  private static double mean(double[] sorted, int eighth) {
    int n = sorted.length;
    double sum = 0;
    for (int i = eighth * n; i < (eighth + 2) * n; i++) {
      sum += sorted[i / COPIES];
    }
    return sum / (2 * n);
  }
}
