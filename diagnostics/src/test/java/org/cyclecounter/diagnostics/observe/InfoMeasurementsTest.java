// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.InfoMeasurements.Observed;
import org.junit.jupiter.api.Test;

class InfoMeasurementsTest {

  @Test
  void medianHasFewerThanHalfOnEitherSide() {
    assertThat(InfoMeasurements.median(List.of(5L))).isEqualTo(5);
    assertThat(InfoMeasurements.median(List.of(9L, -1L, 4L))).isEqualTo(4);
    assertThat(InfoMeasurements.median(List.of(2L, 2L, 1L, 9L, 2L))).isEqualTo(2);
  }

  /** As 20260901's C: the sum of positions 16 to 47 of 64, plus 16, by 32, truncated. */
  @Test
  void interquartileMeanIsThatOfTheMiddleHalf() {
    List<Long> values = new ArrayList<>(LongStream.range(0, 64).boxed().toList());
    Collections.shuffle(values, new Random(1));
    assertThat(InfoMeasurements.interquartileMean(values)).isEqualTo(32); // of 31.5
    values.replaceAll(value -> value < 16 ? -1_000_000 : value > 47 ? 1_000_000 : value);
    assertThat(InfoMeasurements.interquartileMean(values)).isEqualTo(32);
    values.replaceAll(value -> -value);
    assertThat(InfoMeasurements.interquartileMean(values)).isEqualTo(-31); // truncated: -31.0
    values.replaceAll(value -> 26L);
    assertThat(InfoMeasurements.interquartileMean(values)).isEqualTo(26);
  }

  @Test
  void boundsAllowForMicrosecondOnEitherSide() {
    assertThat(InfoMeasurements.observed(8_264, 12_705, 3, 8192))
        .contains(new Observed(2_066_000_000L, 6_352_500_000L, 8192, 3));
  }

  @Test
  void showsNoLoopOfLessThanThreeMicroseconds() {
    assertThat(InfoMeasurements.observed(1000, 2000, 2, 1024)).isEmpty();
  }

  @Test
  void takes63DifferencesAndUpToElevenLoops() {
    InfoMeasurements measured =
        InfoMeasurements.of(new FakeCounter("clock", Scope.SYSTEM, System::nanoTime));
    assertThat(measured.differences()).hasSize(63);
    assertThat(InfoMeasurements.median(measured.differences())).isEqualTo(measured.middle());
    assertThat(measured.observed()).isNotEmpty().hasSizeLessThanOrEqualTo(11);
    assertThat(measured.observed())
        .allMatch(loop -> 0 < loop.lowHz() && loop.lowHz() < loop.highHz());
  }
}
