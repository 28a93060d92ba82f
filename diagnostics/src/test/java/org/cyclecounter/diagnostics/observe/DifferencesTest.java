// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cyclecounter.diagnostics.observe.Differences.Step;
import org.junit.jupiter.api.Test;

class DifferencesTest {

  private static LongStream times(int count, long value) {
    return LongStream.generate(() -> value).limit(count);
  }

  private static Differences of(LongStream... parts) {
    return Differences.of(Stream.of(parts).flatMapToLong(part -> part).toArray());
  }

  @Test
  void valuesAreStepsUpToThe999thOfThousand() {
    Differences apart = of(times(600, 26), times(397, 52), times(2, 78), times(1, 90_000));
    assertThat(apart.steps())
        .containsExactly(new Step(26, 600), new Step(52, 997), new Step(78, 999));
    assertThat(apart.outliers()).isEqualTo(1);
    assertThat(apart.largest()).isEqualTo(90_000);
    assertThat(apart.percentile(0.5)).isEqualTo(26);
    assertThat(apart.percentile(0.9)).isEqualTo(52);
    assertThat(apart.percentile(0.999)).isEqualTo(78);
  }

  @Test
  void differenceAsLargeAsThePercentileIsNoOutlier() {
    Differences apart = of(times(100, 5));
    assertThat(apart.outliers()).isZero();
    assertThat(apart.steps()).containsExactly(new Step(5, 100));
  }

  @Test
  void negativeOnesAndZerosAreCounted() {
    Differences apart = of(times(3, -7), times(97, 0), times(900, 10));
    assertThat(apart.negative()).isEqualTo(3);
    assertThat(apart.zero()).isEqualTo(97);
    assertThat(apart.smallest()).isEqualTo(-7);
    assertThat(apart.steps()).containsExactly(new Step(0, 100), new Step(10, 1000));
  }

  @Test
  void distributionMayHaveOneDifference() {
    assertThat(of(times(1, 4)).percentile(0.999)).isEqualTo(4);
    assertThat(of(times(1, -4)).steps()).isEmpty();
    assertThat(of(times(1, -4)).percentile(0.5)).isZero();
  }
}
