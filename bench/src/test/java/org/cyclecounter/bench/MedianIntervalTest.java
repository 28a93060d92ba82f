// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianIntervalTest {

  /**
   * Against the tables of the two-sided sign test at 1 %: its greatest count that still rejects, of
   * 8 to 25 values and of 100.
   */
  @Test
  void medianLiesWithinIntervalInNinetyNineOfHundredSamples() {
    int[] rejected = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5};
    for (int i = 0; i < rejected.length; i++) {
      assertThat(MedianInterval.rank(8 + i)).as("of %s", 8 + i).isEqualTo(rejected[i] + 1);
    }
    assertThat(MedianInterval.rank(100)).isEqualTo(36 + 1);
    assertThat(MedianInterval.rank(7)).isZero();
  }

  @Test
  void intervalReachesFromRunToRun() {
    assertThat(MedianInterval.of(8, 1, 7, 2, 6, 3, 5, 4)).isEqualTo(new MedianInterval(1, 4.5, 8));
    assertThat(MedianInterval.of(1, 2, 3))
        .isEqualTo(new MedianInterval(Double.NEGATIVE_INFINITY, 2, Double.POSITIVE_INFINITY));
    assertThat(MedianInterval.of(1, Double.NaN).low()).isNaN();
  }
}
