package org.cyclecounter.bench;

/**
 * Statistics of many runs. All are NaN where a run had no valid value.
 *
 * @param runs how many
 * @param median the median
 * @param lowerQuartile a quarter of the runs lies below
 * @param upperQuartile a quarter of the runs lies above
 * @param medianAbsolutePercentageError half of the runs are off the median by no more than so many
 *     percent of it
 */
public record Statistics(
    int runs,
    double median,
    double lowerQuartile,
    double upperQuartile,
    double medianAbsolutePercentageError) {

  /**
   * The interquartile range: how far the middle half of the runs is spread.
   *
   * @return the upper quartile minus the lower
   */
  public double interquartileRange() {
    return upperQuartile - lowerQuartile;
  }
}
