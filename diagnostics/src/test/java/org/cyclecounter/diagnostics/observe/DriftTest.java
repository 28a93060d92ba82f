// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class DriftTest {

  private static final double NOMINAL_HZ = 2e9;

  /** Readings of a second, ten milliseconds apart, from a time in nanoseconds. */
  private static Drift fit(LongUnaryOperator cycles) {
    List<ClockedReading> readings = new ArrayList<>();
    for (long ns = 0; ns <= 1_000_000_000; ns += 10_000_000) {
      readings.add(new ClockedReading(-5_000_000_000L + cycles.applyAsLong(ns), 77 + ns, 0));
    }
    return Drift.of(readings, NOMINAL_HZ);
  }

  @Test
  void steadyCounterHasItsRateAndStaysOnTheLine() {
    Drift drift = fit(ns -> 2 * ns + ns / 50_000); // 10 ppm too fast
    assertThat(drift.ppm()).isCloseTo(10, within(0.01));
    assertThat(drift.largestNs()).isLessThan(1);
    assertThat(drift.jumps()).isZero();
    assertThat(drift.points()).hasSize(101);
  }

  @Test
  void jumpIsStepAndTiltsNothing() {
    Drift drift = fit(ns -> 2 * ns + (ns > 400_000_000 ? 2_000_000 : 0)); // a millisecond ahead
    assertThat(drift.jumps()).isEqualTo(1);
    assertThat(drift.largestJumpNs()).isCloseTo(1e6, within(1.0));
    assertThat(drift.ppm()).isCloseTo(0, within(0.01));
    assertThat(drift.points().get(40).aheadNs()).isCloseTo(0, within(10.0));
    assertThat(drift.points().get(41).aheadNs()).isCloseTo(1e6, within(10.0));
    assertThat(drift.largestNs()).isCloseTo(1e6, within(10.0));
    Drift back = fit(ns -> 2 * ns - (ns > 700_000_000 ? 20_000 : 0));
    assertThat(back.jumps()).isEqualTo(1);
    assertThat(back.largestJumpNs()).isCloseTo(-1e4, within(1.0));
  }

  @Test
  void clockOfMicrosecondsDoesNotJump() {
    Drift drift = fit(ns -> (ns + 333) / 1000 * 2000);
    assertThat(drift.jumps()).isZero();
    assertThat(drift.largestNs()).isLessThan(1001);
  }

  @Test
  void rateThatMovesBendsTheCurve() {
    Drift drift = fit(ns -> 2 * ns + ns / 1000 * (ns / 1_000_000) / 100); // 1 % faster at the end
    assertThat(drift.jumps()).isZero();
    assertThat(drift.largestNs()).isGreaterThan(500_000);
  }

  @Test
  void fitsNothingToCounterThatStandsStillOrIsTooShort() {
    assertThat(fit(ns -> 0)).isNull();
    assertThat(fit(ns -> -2 * ns)).isNull();
    List<ClockedReading> two = List.of(new ClockedReading(1, 1, 0), new ClockedReading(2, 2, 0));
    assertThat(Drift.of(two, NOMINAL_HZ)).isNull();
  }
}
