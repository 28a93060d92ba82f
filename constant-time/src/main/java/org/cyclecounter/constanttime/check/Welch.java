// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

/**
 * Welch's t-test of two kinds of numbers, of unequal variance and count (B. L. Welch, "The
 * generalization of Student's problem", 1947), with running means (Welford's method).
 */
final class Welch {

  private final double[] count = new double[2];
  private final double[] mean = new double[2];
  private final double[] squares = new double[2];

  /** Takes a number of a kind, 0 or 1. */
  void add(int kind, double number) {
    count[kind]++;
    double difference = number - mean[kind];
    mean[kind] += difference / count[kind];
    squares[kind] += difference * (number - mean[kind]);
  }

  double mean(int kind) {
    return mean[kind];
  }

  /** Returns by how much the mean of kind 1 is above that of kind 0. */
  double difference() {
    return mean[1] - mean[0];
  }

  /** Returns that in standard errors; 0 for fewer numbers of a kind, at least 2, or no variance. */
  double t(int minCount) {
    double error = Math.sqrt(variance(0) / count[0] + variance(1) / count[1]);
    return count[0] < minCount || count[1] < minCount || error == 0 ? 0 : difference() / error;
  }

  private double variance(int kind) {
    return squares[kind] / (count[kind] - 1);
  }
}
