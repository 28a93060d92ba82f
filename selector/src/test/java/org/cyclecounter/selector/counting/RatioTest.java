// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static void isExact(long count, long numerator, long denominator) {
    assertThat(Ratio.of(numerator, denominator).times(count))
        .as("%d * %d / %d", count, numerator, denominator)
        .isEqualTo(exact(count, numerator, denominator));
  }

  @Test
  void agreesWithExactArithmeticForRandomNumbersOfEveryLength() {
    Random random = new Random(20240114);
    for (int i = 0; i < 20_000; i++) {
      long numerator = (random.nextLong() >>> (1 + random.nextInt(63))) | 1;
      long denominator = (random.nextLong() >>> (1 + random.nextInt(63))) | 1;
      isExact(random.nextLong() >> random.nextInt(64), numerator, denominator);
    }
  }

  @Test
  void isExactAtMultiplesOfTheDenominatorAndBesideThem() {
    for (long k = 1; k < 1L << 33; k = k * 3 + 1) {
      for (long beside = -1; beside <= 1; beside++) {
        isExact(k * 500_000 + beside, 2_596_122_000L, 1_000_000_000L);
      }
    }
    isExact(Long.MAX_VALUE, 2_596_122_000L, 1_000_000_000L);
    isExact(Long.MIN_VALUE, 2_596_122_000L, 1_000_000_000L);
  }
}
