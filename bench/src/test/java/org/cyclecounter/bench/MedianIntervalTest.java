// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
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

  /** Against Student's table at 1 %, two-sided. */
  @Test
  void intervalOfStartsIsStudentsAndNeverNarrowerThanAssumed() {
    assertThat(MedianInterval.student(6)).isCloseTo(3.707, withinPercentage(1));
    assertThat(MedianInterval.student(30)).isCloseTo(2.750, withinPercentage(0.1));
    MedianInterval alike = MedianInterval.ofStarts(starts(100, 100, 100));
    assertThat(alike.high() - 100).isCloseTo(2.61, within(0.01));
    MedianInterval unlike = MedianInterval.ofStarts(starts(100, 110, 130));
    assertThat(unlike.low()).isLessThan(100);
    assertThat(unlike.high()).isGreaterThan(130);
  }

  @Test
  void intervalOfOneStartIsThatOfItsRuns() {
    double[] runs = {8, 1, 7, 2, 6, 3, 5, 4};
    assertThat(MedianInterval.ofStarts(List.of(runs))).isEqualTo(MedianInterval.of(runs));
    assertThat(MedianInterval.ofStarts(starts(1, Double.NaN)).isKnown()).isFalse();
  }

  private static List<double[]> starts(double... medians) {
    return Arrays.stream(medians).mapToObj(each -> new double[] {each, each, each}).toList();
  }
}
