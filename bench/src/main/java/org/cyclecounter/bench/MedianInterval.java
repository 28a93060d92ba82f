// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Arrays;
import java.util.List;

/**
 * A sample's median and its 99 % confidence interval, which lies between two values of the sample
 * itself. It holds for any distribution: the number of independent values below the true median is
 * binomially distributed with probability 1/2.
 *
 * @param low the true median lies between low and high with a probability of 99 %
 * @param median the sample's median
 * @param high the upper end; infinite, and low negatively so, for fewer than eight values
 * @since 0.1.0
 */
public record MedianInterval(double low, double median, double high) {

  /** The probability outside the interval, on both sides together. */
  private static final double OUTSIDE = 0.01;

  /** The least size of a sample that has an interval: 2 * 0.5^8 is 0.8 %. */
  static final int MIN_SIZE = 8;

  /** The relative standard deviation that is assumed of starts, as if so many had shown it. */
  private static final double ASSUMED_SPREAD = 0.015;

  private static final int ASSUMED_FREEDOM = 4;

  /** Stands for a sample of which nothing is known: all NaN. */
  public static final MedianInterval UNKNOWN =
      new MedianInterval(Double.NaN, Double.NaN, Double.NaN);

  /**
   * Computes the interval of a sample.
   *
   * @param values at least one, in any order
   * @return the interval; {@link #UNKNOWN} if a value is NaN
   */
  public static MedianInterval of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double median = quantile(sorted, 0.5);
    if (Double.isNaN(median)) {
      return UNKNOWN;
    }
    int rank = rank(sorted.length);
    return rank == 0
        ? new MedianInterval(Double.NEGATIVE_INFINITY, median, Double.POSITIVE_INFINITY)
        : new MedianInterval(sorted[rank - 1], median, sorted[sorted.length - rank]);
  }

  /**
   * Computes the interval of what further starts of the JVM would give, of several starts' runs.
   *
   * <p>The runs of a start depend on each other: it has compiled the code in one way. So each start
   * counts as one value, its median, and the interval is Student's, of a spread between starts that
   * is mostly assumed: three values say little about their own. See docs/evidence/measuring.md.
   *
   * @param starts each start's values, at least one of each
   * @return the interval around the median of the starts' medians; {@link #of} a single start;
   *     {@link #UNKNOWN} if a value is NaN
   */
  public static MedianInterval ofStarts(List<double[]> starts) {
    if (starts.size() == 1) {
      return of(starts.get(0));
    }
    double[] medians = starts.stream().mapToDouble(each -> of(each).median).sorted().toArray();
    double median = quantile(medians, 0.5);
    if (Double.isNaN(median)) {
      return UNKNOWN;
    }
    double mean = Arrays.stream(medians).average().orElse(median);
    int freedom = ASSUMED_FREEDOM + medians.length - 1;
    double squares = ASSUMED_FREEDOM * Math.pow(ASSUMED_SPREAD * median, 2);
    for (double each : medians) {
      squares += (each - mean) * (each - mean);
    }
    double half = student(freedom) * Math.sqrt(squares / freedom / medians.length);
    return new MedianInterval(Math.min(mean - half, median), median, Math.max(mean + half, median));
  }

  /**
   * Returns Student's quantile for this probability outside: Hill's first terms (Cornish-Fisher),
   * right to 1 % for the six degrees of freedom that two starts have, and better for more.
   */
  static double student(int freedom) {
    double z = 2.5758293035489;
    double z2 = z * z;
    return z
        + z * (z2 + 1) / (4 * freedom)
        + z * ((5 * z2 + 16) * z2 + 3) / (96.0 * freedom * freedom)
        + z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384.0 * freedom * freedom * freedom);
  }

  /**
   * Returns whether this is an interval or a median, and not {@link #UNKNOWN}.
   *
   * @return whether the median is a number
   */
  public boolean isKnown() {
    return !Double.isNaN(median);
  }

  /**
   * Returns whether a sample of ratios shows that the true ratio is not one.
   *
   * @return whether 1 lies outside the interval
   */
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
  static double quantile(double[] sorted, double share) {
    if (Double.isNaN(sorted[sorted.length - 1])) { // sorting puts NaN last
      return Double.NaN;
    }
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /**
   * Returns the rank, counted from 1 at the smallest value, at which the interval begins; it ends
   * at the same rank from the largest. 0 if the sample is too small for any interval.
   */
  static int rank(int size) {
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
