// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "26, 50", "50, 50", "51, 100", "100, 100", "101, 200", "2596, 5000"})
  void axisFromZeroEndsAtRoundNumberAboveAllValues(double largest, double end) {
    Axis axis = Axis.fromZero(largest);
    assertThat(axis.from()).isZero();
    assertThat(axis.to()).isEqualTo(end);
  }

  @Test
  void axisAroundZeroDoesNotExaggerateSmallValues() {
    Axis axis = Axis.aroundZero(0.03, 1);
    assertThat(axis.from()).isEqualTo(-1);
    assertThat(axis.to()).isEqualTo(1);
    assertThat(Axis.aroundZero(7, 1).to()).isEqualTo(10);
  }

  @Test
  void drawsValueInProportion() {
    Axis axis = Axis.aroundZero(100, 1).drawn(166, 14);
    assertThat(axis.at(0)).isEqualTo(90);
    assertThat(axis.at(-100)).isEqualTo(166);
    assertThat(axis.at(37.5)).isCloseTo(61.5, within(1e-9));
  }

  @Test
  void drawsValueBeyondAnEndAtTheEnd() {
    Axis axis = Axis.fromZero(10).drawn(20, 120);
    assertThat(axis.at(11)).isEqualTo(120);
    assertThat(axis.at(-1)).isEqualTo(20);
  }

  @Test
  void ticksAreRoundAndReachBothEnds() {
    assertThat(Axis.fromZero(100).ticks(4)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    assertThat(Axis.fromZero(5000).ticks(4)).startsWith(0.0, 1000.0).endsWith(5000.0);
    assertThat(Axis.aroundZero(5, 1).ticks(4)).containsExactly(-5.0, -2.5, 0.0, 2.5, 5.0);
    assertThat(Axis.aroundZero(1, 1).ticks(4)).containsExactly(-1.0, -0.5, 0.0, 0.5, 1.0);
    assertThat(Axis.label(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(Axis.label(12_345)).isEqualTo("12,345");
    assertThat(Axis.label(1e-9)).isEqualTo("10⁻⁹");
    assertThat(Axis.label(-2.5e-10)).isEqualTo("-2.5·10⁻¹⁰");
    assertThat(Axis.label(20_000_000)).isEqualTo("2·10⁷");
    assertThat(Axis.number(-0.001)).isEqualTo("0");
  }

  @Test
  void logarithmicAxisHasEqualFactorsInEqualLengths() {
    Axis axis = Axis.logarithmic(2.5, 573).drawn(10, 310);
    assertThat(axis.from()).isEqualTo(1);
    assertThat(axis.to()).isEqualTo(1000);
    assertThat(axis.at(10)).isCloseTo(110, within(1e-9));
    assertThat(axis.at(100)).isCloseTo(210, within(1e-9));
    assertThat(axis.at(0)).isEqualTo(10);
    assertThat(axis.at(-5)).isEqualTo(10);
    assertThat(axis.at(5000)).isEqualTo(310);
    assertThat(Axis.logarithmic(10, 10).to()).isEqualTo(100);
    assertThat(Axis.logarithmic(0.001, 1000).from()).isEqualTo(0.001);
  }

  @Test
  void logarithmicTicksHaveRoomForTheirNumbers() {
    assertThat(Axis.logarithmic(2, 90).ticks(4))
        .containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    assertThat(Axis.logarithmic(100, 90_000).ticks(4))
        .containsExactly(100.0, 1_000.0, 10_000.0, 100_000.0);
    assertThat(Axis.logarithmic(0.02, 0.5).ticks(4)).containsExactly(0.01, 0.1, 1.0);
    assertThat(Axis.logarithmic(1, 1e11).ticks(4)).hasSizeLessThan(7).contains(1.0, 1e6);
    assertThat(Axis.label(0.001)).isEqualTo("0.001");
  }

  @Test
  void axisNeedsTwoEnds() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Axis(0, 1, 0, 1, true));
    assertThatIllegalArgumentException().isThrownBy(() -> new Axis(1, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Axis(0, Double.NaN, 0, 1));
  }
}
