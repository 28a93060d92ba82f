// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits of the searches for a rate, by a clock that passes 1 µs with each look. */
class SearchRulesTest {

  private static final long STEP_NS = 1000;
  private static final long LIMIT_NS = 2_000_000_000L;

  private final long[] nowNs = {0};
  private long reads;

  private long clock() {
    return nowNs[0] += STEP_NS;
  }

  private TickSource ticks(double perSecond) {
    return () -> {
      reads++;
      return Math.round(nowNs[0] * 1e-9 * perSecond);
    };
  }

  private Optional<Ratio> find(double ticksPerSecond, long hz) {
    nowNs[0] = 0;
    reads = 0;
    return Optional.ofNullable(new TickRate(ticks(ticksPerSecond), this::clock).multiplier(hz));
  }

  /** A look; three times 10 ms, or a thousand ticks, between two or three readings of two looks. */
  @ParameterizedTest
  @CsvSource({"1e9, 3000000000, 3, 10004, 2", "50000, 1000000, 20, 20004, 3"})
  void estimatesOverTenMillisecondsAndAThousandTicks(
      double ticksPerSecond, long hz, long cyclesPerTick, long looks, long readings) {
    assertThat(find(ticksPerSecond, hz)).contains(Ratio.of(cyclesPerTick, 1));
    assertThat(nowNs[0]).isEqualTo((1 + 3 * looks) * STEP_NS);
    assertThat(reads).isEqualTo(3 * readings);
  }

  @Test
  void rejectsEstimateAFifthFromAWholeNumber() {
    assertThat(find(1e9, 3_190_000_000L)).contains(Ratio.of(3, 1));
    assertThat(find(1e9, 2_810_000_000L)).contains(Ratio.of(3, 1));
    assertThat(find(1e9, 3_230_000_000L)).contains(Ratio.of(13, 4));
    assertThat(find(1e9, 2_770_000_000L)).contains(Ratio.of(11, 4));
    assertThat(find(3e9, 1_000_000_000)).as("a third").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2400, 2.4", "2399, 2.4", "2401, 2.4", "3250, 0", "3000, 0", "3150, 0"})
  void namesMultipleThatFitsByNoise(long megahertz, double borderline) {
    TickRate rate = new TickRate(ticks(1e9), this::clock);
    rate.multiplier(megahertz * 1_000_000);
    assertThat(rate.borderline()).isCloseTo(borderline, within(0.01));
  }

  @Test
  void triesDenominatorsTo1024() {
    assertThat(find(1e9, 1_000_000_000L / 1024)).contains(Ratio.of(1, 1024));
    assertThat(find(1e9, 1_000_000_000L / 2048)).isEmpty();
  }

  @Test
  void endsSearchAtItsLimit() {
    assertThat(find(0, 3_000_000_000L)).isEmpty();
    assertThat(nowNs[0])
        .as("two looks of the reading at the limit")
        .isBetween(LIMIT_NS, LIMIT_NS + 4 * STEP_NS);
    assertThat(reads).as("before and after 10, 20 ... 1280 and 2000 ms").isEqualTo(10);
    assertThat(find(10, 3_000_000_000L)).as("too slow for its thousand ticks").isEmpty();
  }

  /** Passes so much time before each read of the counter, by the read's number, from 1. */
  private TickSource interrupted(double perSecond, LongUnaryOperator waitNs) {
    nowNs[0] = 0;
    reads = 0;
    TickSource ticks = ticks(perSecond);
    return () -> {
      nowNs[0] += waitNs.applyAsLong(reads + 1);
      return ticks.ticks();
    };
  }

  private Optional<Ratio> findInterrupted(LongUnaryOperator waitNs) {
    TickSource counter = interrupted(24e6, waitNs);
    return Optional.ofNullable(new TickRate(counter, this::clock).multiplier(2_064_000_000));
  }

  @Test
  void repeatsReadingThatComesLate() {
    assertThat(findInterrupted(read -> read % 2 == 0 ? 30_000 : 0)).contains(Ratio.of(86, 1));
    assertThat(reads).as("a last reading of each estimate, and a first of two").isEqualTo(11);
    assertThat(findInterrupted(read -> read % 5 == 0 ? 0 : 30_000)).contains(Ratio.of(86, 1));
    assertThat(reads).as("five for each reading").isEqualTo(30);
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      assertThat(findInterrupted(read -> random.nextInt(2) * random.nextInt(60_000)))
          .as("seed %s", seed)
          .contains(Ratio.of(86, 1));
    }
  }

  @Test
  void estimatesForLongerWhereEveryReadingComesLate() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      assertThat(findInterrupted(read -> 25_000 + random.nextInt(10_000)))
          .as("seed %s", seed)
          .contains(Ratio.of(86, 1));
      assertThat(nowNs[0]).as("three times 80 ms").isBetween(240_000_000L, 245_000_000L);
    }
  }

  @Test
  void rejectsCounterWhoseReadingsAllComeTooLate() {
    assertThat(findInterrupted(read -> 5_000_000)).isEmpty();
    assertThat(nowNs[0]).isBetween(LIMIT_NS, LIMIT_NS + 30_000_000);
    assertThat(reads).as("five for each of ten readings").isEqualTo(50);
  }

  /** Late by nearly as much as needs no longer window: 86.25 looks like 86.22. */
  @Test
  void neverTakesQuarterForWholeNumber() {
    TickSource late = interrupted(24e6, read -> read % 6 == 1 ? 0 : 9_000);
    TickRate rate = new TickRate(late, this::clock);
    assertThat(rate.multiplier(2_070_000_000)).isEqualTo(Ratio.of(345, 4));
  }

  private boolean agrees(double ticksPerSecond, long told) {
    nowNs[0] = 0;
    reads = 0;
    return new TickRate(ticks(ticksPerSecond), this::clock).agrees(told);
  }

  @Test
  void acceptsRateWithinFivePercent() {
    assertThat(agrees(1e9, 1_000_000_000)).isTrue();
    assertThat(reads).isEqualTo(2);
    assertThat(nowNs[0])
        .as("a look, and 2 ms between two readings of two looks")
        .isEqualTo(2005 * STEP_NS);
    assertThat(agrees(1.04e9, 1_000_000_000)).isTrue();
    assertThat(agrees(0.96e9, 1_000_000_000)).isTrue();
    assertThat(agrees(1.06e9, 1_000_000_000)).isFalse();
    assertThat(reads).as("three comparisons").isEqualTo(6);
    assertThat(agrees(0.94e9, 1_000_000_000)).isFalse();
    assertThat(agrees(-1e9, 1_000_000_000)).as("backwards").isFalse();
    assertThat(agrees(0, 1_000_000_000)).as("standing still").isFalse();
  }

  @Test
  void acceptsRateByOneOfThreeComparisons() {
    nowNs[0] = 0;
    reads = 0;
    TickSource late =
        () -> {
          reads++;
          return reads <= 4 ? 2 * nowNs[0] : nowNs[0];
        };
    assertThat(new TickRate(late, this::clock).agrees(1_000_000_000)).isTrue();
    assertThat(reads).isEqualTo(6);
  }

  @Test
  void comparesOverAHundredTicks() {
    assertThat(agrees(10_000, 10_000)).isTrue();
    assertThat(nowNs[0]).as("2, 4, 8 and 16 ms").isBetween(16_000_000L, 16_020_000L);
    assertThat(reads).isEqualTo(5);
    assertThat(agrees(1010, 1010)).as("100 ticks take nearly the whole 100 ms").isTrue();
    assertThat(agrees(900, 900)).isFalse();
    assertThat(nowNs[0]).as("three times 100 ms").isBetween(300_000_000L, 300_020_000L);
  }

  /** More than 5 % of 2 ms. */
  @Test
  void comparesAgainWhereReadingComesLate() {
    TickSource late = interrupted(1e9, read -> read % 2 == 0 ? 150_000 : 0);
    assertThat(new TickRate(late, this::clock).agrees(1_000_000_000)).isTrue();
    assertThat(reads).as("one more for the last reading").isEqualTo(3);
    TickSource always = interrupted(1e9, read -> read % 10 > 5 ? 300_000 : 150_000);
    assertThat(new TickRate(always, this::clock).agrees(1_000_000_000)).isTrue();
    assertThat(nowNs[0]).as("a longer window").isGreaterThan(16_000_000L);
  }

  @Test
  void addsUpCounterOf32Bits() {
    long[] now = {0xffff_fff0L};
    TickSource narrow = TickRate.extended(() -> (int) (now[0] += 8), 32);
    long first = narrow.ticks();
    assertThat(first).isEqualTo(0x1_0000_0000L);
    assertThat(narrow.ticks() - first).isEqualTo(8);
    now[0] += 0xffff_0000L;
    assertThat(narrow.ticks() - first).isEqualTo(16 + 0xffff_0000L);
    TickSource wide = TickRate.extended(() -> now[0]++, 64);
    long before = wide.ticks();
    assertThat(wide.ticks()).isEqualTo(before + 1);
  }
}
