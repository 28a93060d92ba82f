// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {

  /** Against whole numbers: the sum of binomial coefficients below the rank is at most 0.5 %. */
  @Test
  void theMediansIntervalHolds99Percent() {
    for (int size = 1; size < 200; size++) {
      int rank = MedianInterval.rank(size);
      assertThat(tail(size, rank).multiply(BigInteger.valueOf(200)))
          .as("rank %s of %s", rank, size)
          .isLessThanOrEqualTo(BigInteger.TWO.pow(size));
      if (rank < size / 2) {
        assertThat(tail(size, rank + 1).multiply(BigInteger.valueOf(200)))
            .isGreaterThan(BigInteger.TWO.pow(size));
      }
    }
    assertThat(MedianInterval.rank(7)).isZero();
    assertThat(MedianInterval.rank(8)).isEqualTo(1);
  }

  @Test
  void anIntervalReachesFromRunToRun() {
    assertThat(MedianInterval.of(8, 1, 7, 2, 6, 3, 5, 4)).isEqualTo(new MedianInterval(1, 4.5, 8));
    assertThat(MedianInterval.of(1, 2, 3))
        .isEqualTo(new MedianInterval(Double.NEGATIVE_INFINITY, 2, Double.POSITIVE_INFINITY));
    assertThat(MedianInterval.of(1, Double.NaN).low()).isNaN();
  }

  /** How many of 2^size samples have fewer than {@code rank} values below the median. */
  private static BigInteger tail(int size, int rank) {
    BigInteger sum = BigInteger.ZERO;
    BigInteger coefficient = BigInteger.ONE;
    for (int below = 0; below < rank; below++) {
      sum = sum.add(coefficient);
      coefficient =
          coefficient
              .multiply(BigInteger.valueOf(size - below))
              .divide(BigInteger.valueOf(below + 1));
    }
    return sum;
  }
}
