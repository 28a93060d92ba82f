// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * Statistics of several runs. All are NaN if a run had no valid value.
 *
 * @param runs the number of runs
 * @param median the median
 * @param lowerQuartile a quarter of the runs lies below
 * @param upperQuartile a quarter of the runs lies above
 * @param medianAbsolutePercentageError half of the runs deviate from the median by at most this
 *     percentage of it
 * @since 0.1.0
 */
public record Statistics(
    int runs,
    double median,
    double lowerQuartile,
    double upperQuartile,
    double medianAbsolutePercentageError) {

  /**
   * Returns the interquartile range, the spread of the middle half of the runs.
   *
   * @return the upper quartile minus the lower
   */
  public double interquartileRange() {
    return upperQuartile - lowerQuartile;
  }
}
