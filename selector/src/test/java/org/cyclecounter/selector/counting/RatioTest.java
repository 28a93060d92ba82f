// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioTest {

  private static long exact(long count, long numerator, long denominator) {
    return BigInteger.valueOf(count)
        .multiply(BigInteger.valueOf(numerator))
        .divide(BigInteger.valueOf(denominator)) // truncates toward zero
        .longValue(); // modulo 2^64
  }

  @Test
  void agreesWithExactArithmeticForRandomNumbersOfEveryLength() {
    Random random = new Random(20240114);
    for (int i = 0; i < 1_000_000; i++) {
      long numerator = (random.nextLong() >>> (1 + random.nextInt(63))) | 1;
      long denominator = (random.nextLong() >>> (1 + random.nextInt(63))) | 1;
      long count = random.nextLong() >> random.nextInt(64);
      long expected = exact(count, numerator, denominator);
      long product = Ratio.of(numerator, denominator).times(count);
      if (product != expected) { // a million assertions take longer than what they look at
        assertThat(product).as("%d * %d / %d", count, numerator, denominator).isEqualTo(expected);
      }
    }
  }

  @Test
  void isExactAtMultiplesOfTheDenominatorAndBesideThem() {
    long numerator = 2_596_122_000L;
    long denominator = 1_000_000_000L;
    Ratio ratio = Ratio.of(numerator, denominator);
    for (long k = 1; k < 1L << 33; k = k * 3 + 1) {
      for (long beside = -1; beside <= 1; beside++) {
        long count = k * 500_000 + beside;
        assertThat(ratio.times(count)).isEqualTo(exact(count, numerator, denominator));
      }
    }
    assertThat(ratio.times(Long.MAX_VALUE))
        .isEqualTo(exact(Long.MAX_VALUE, numerator, denominator));
    assertThat(ratio.times(Long.MIN_VALUE))
        .isEqualTo(exact(Long.MIN_VALUE, numerator, denominator));
  }

  @Test
  void refusesWhatIsNotPositive() {
    assertThatThrownBy(() -> Ratio.of(0, 1)).hasMessage("a scaling must be positive, not 0/1");
    assertThatThrownBy(() -> Ratio.of(1, -1)).hasMessage("a scaling must be positive, not 1/-1");
  }
}
