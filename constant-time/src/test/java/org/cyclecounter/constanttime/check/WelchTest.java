// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares with numbers that are known. */
class WelchTest {

  private static Welch of(double[] left, double[] right) {
    Welch welch = new Welch();
    for (double number : left) {
      welch.add(0, number);
    }
    for (double number : right) {
      welch.add(1, number);
    }
    return welch;
  }

  @Test
  void isTheDifferenceOfTheMeansInStandardErrors() {
    // Means 3 and 7, variances 2.5 and 20/3: 4 / sqrt(2.5 / 5 + 20/3 / 4).
    Welch welch = of(new double[] {1, 2, 3, 4, 5}, new double[] {4, 6, 8, 10});
    assertThat(welch.mean(0)).isEqualTo(3);
    assertThat(welch.difference()).isEqualTo(4);
    assertThat(welch.t(2)).isCloseTo(4 / Math.sqrt(0.5 + 5 / 3.0), within(1e-12));
    assertThat(of(new double[] {4, 6, 8, 10}, new double[] {1, 2, 3, 4, 5}).t(2))
        .isCloseTo(-welch.t(2), within(1e-12));
  }

  @Test
  void isZeroForTooFewNumbersAndWithoutVariance() {
    double[] three = {1, 2, 3};
    double[] four = {4, 5, 9, 11};
    assertThat(of(three, three).t(4)).isZero();
    assertThat(of(three, four).t(4)).isZero();
    assertThat(of(four, three).t(4)).isZero();
    assertThat(of(four, three).t(3)).isNotZero();
    assertThat(of(new double[] {1, 1}, new double[] {2, 2}).t(2)).isZero();
  }

  @Test
  void doesNotLoseASmallDifferenceOfLargeNumbers() {
    Random random = new Random(1);
    Welch welch = new Welch();
    for (int i = 0; i < 100_000; i++) {
      welch.add(i & 1, 1e12 + random.nextGaussian() + (i & 1) * 0.1);
    }
    assertThat(welch.difference()).isCloseTo(0.1, within(0.02));
    assertThat(welch.t(500)).isBetween(10.0, 22.0);
  }
}
