package org.cyclecounter.bench.stats;

/** Quantiles of a sample. */
final class Quantiles {

  private Quantiles() {}

  /** Interpolates between the two nearest values (type 7 of Hyndman and Fan); NaN if one is NaN. */
  static double of(double[] sorted, double share) {
    if (Double.isNaN(sorted[sorted.length - 1])) { // sorting puts NaN last
      return Double.NaN;
    }
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
