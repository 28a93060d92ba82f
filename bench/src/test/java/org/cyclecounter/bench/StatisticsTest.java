// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  private static Statistics of(double... cycles) {
    List<Timing> timings =
        DoubleStream.of(cycles)
            .mapToObj(each -> new Timing(2, 1, 2 * each, true, !Double.isNaN(each)))
            .toList();
    return Comparison.statistics(timings, Timing::cyclesPerOperation);
  }

  @Test
  void computesMedianQuartilesAndError() {
    Statistics statistics = of(40, 10, 20, 50, 30);
    assertThat(statistics.runs()).isEqualTo(5);
    assertThat(statistics.median()).isEqualTo(30);
    assertThat(statistics.lowerQuartile()).isEqualTo(20);
    assertThat(statistics.upperQuartile()).isEqualTo(40);
    assertThat(statistics.interquartileRange()).isEqualTo(20);
    // Errors of 66.7, 33.3, 0, 33.3 and 66.7 %.
    assertThat(statistics.medianAbsolutePercentageError()).isCloseTo(100 / 3.0, within(1e-9));
  }

  @Test
  void interpolatesQuantiles() {
    Statistics statistics = of(1, 2, 3, 4);
    assertThat(statistics.median()).isEqualTo(2.5);
    assertThat(statistics.lowerQuartile()).isEqualTo(1.75);
    assertThat(statistics.upperQuartile()).isEqualTo(3.25);
  }

  @Test
  void findsNoSpreadOfSingleRun() {
    assertThat(of(7)).isEqualTo(new Statistics(1, 7, 7, 7, 0));
    assertThat(of(0, 0, 0).medianAbsolutePercentageError()).isZero();
  }

  @Test
  void areUnknownWithRunThatIsNotValid() {
    assertThat(of(1, Double.NaN, 3).median()).isNaN();
    assertThat(of(1, Double.NaN, 3).interquartileRange()).isNaN();
  }
}
