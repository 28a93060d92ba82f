package org.cyclecounter.bench.stats;

/** Quantiles of a sample. */
public final class Quantiles {

  private Quantiles() {}

  /**
   * Interpolates between the two nearest values (type 7 of Hyndman and Fan).
   *
   * @param sorted the sample, in ascending order, at least one value
   * @param share of the sample that lies below, 0 to 1
   * @return the quantile; NaN if a value is NaN
   */
  public static double of(double[] sorted, double share) {
    if (Double.isNaN(sorted[sorted.length - 1])) { // sorting puts NaN last
      return Double.NaN;
    }
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
