package org.cyclecounter.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.Statistics;
import org.cyclecounter.bench.Timing;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  private static List<Timing> timings(double... cycles) {
    List<Timing> timings = new ArrayList<>();
    for (double each : cycles) {
      timings.add(new Timing(2, 1, 2 * each, true, !Double.isNaN(each)));
    }
    return timings;
  }

  private static Statistics of(double... cycles) {
    return Summaries.statistics(timings(cycles), Timing::cyclesPerOperation);
  }

  @Test
  void medianQuartilesAndError() {
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
  void quantilesAreInterpolated() {
    Statistics statistics = of(1, 2, 3, 4);
    assertThat(statistics.median()).isEqualTo(2.5);
    assertThat(statistics.lowerQuartile()).isEqualTo(1.75);
    assertThat(statistics.upperQuartile()).isEqualTo(3.25);
  }

  @Test
  void oneRunHasNoSpread() {
    assertThat(of(7)).isEqualTo(new Statistics(1, 7, 7, 7, 0));
    assertThat(of(0, 0, 0).medianAbsolutePercentageError()).isZero();
  }

  @Test
  void anInvalidRunMakesThemNaN() {
    assertThat(of(1, Double.NaN, 3).median()).isNaN();
    assertThat(of(1, Double.NaN, 3).interquartileRange()).isNaN();
  }

  /** Against whole numbers: the sum of binomial coefficients below the place is at most 0.5 %. */
  @Test
  void theMediansIntervalHolds99Percent() {
    for (int size = 1; size < 200; size++) {
      int place = MedianInterval.place(size);
      assertThat(tail(size, place).multiply(BigInteger.valueOf(200)))
          .as("place %s of %s", place, size)
          .isLessThanOrEqualTo(BigInteger.TWO.pow(size));
      if (place < size / 2) {
        assertThat(tail(size, place + 1).multiply(BigInteger.valueOf(200)))
            .isGreaterThan(BigInteger.TWO.pow(size));
      }
    }
    assertThat(MedianInterval.place(7)).isZero();
    assertThat(MedianInterval.place(8)).isEqualTo(1);
  }

  @Test
  void anIntervalReachesFromRunToRun() {
    assertThat(MedianInterval.of(8, 1, 7, 2, 6, 3, 5, 4))
        .isEqualTo(new MedianInterval.Interval(1, 4.5, 8));
    assertThat(MedianInterval.of(1, 2, 3))
        .isEqualTo(
            new MedianInterval.Interval(Double.NEGATIVE_INFINITY, 2, Double.POSITIVE_INFINITY));
    assertThat(MedianInterval.of(1, Double.NaN).low()).isNaN();
  }

  /** How many of 2^size samples have fewer than {@code place} values below the median. */
  private static BigInteger tail(int size, int place) {
    BigInteger sum = BigInteger.ZERO;
    BigInteger coefficient = BigInteger.ONE;
    for (int below = 0; below < place; below++) {
      sum = sum.add(coefficient);
      coefficient =
          coefficient
              .multiply(BigInteger.valueOf(size - below))
              .divide(BigInteger.valueOf(below + 1));
    }
    return sum;
  }
}
