// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** The limits of the searches for a rate, by a clock that passes 100 µs with each look. */
class SearchRulesTest {

  private static final long STEP_NS = 100_000;
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

  @Test
  void estimatesOverTenMilliseconds() {
    assertThat(find(1e9, 3_000_000_000L)).contains(Ratio.of(3, 1));
    assertThat(nowNs[0]).as("a look, and three times one and a hundred").isEqualTo(304 * STEP_NS);
    assertThat(reads).as("two for each of three estimates").isEqualTo(6);
  }

  @Test
  void estimatesOverAThousandTicks() {
    assertThat(find(50_000, 1_000_000)).contains(Ratio.of(20, 1));
    assertThat(nowNs[0]).as("a look, and three times one and two hundred").isEqualTo(604 * STEP_NS);
  }

  @Test
  void rejectsEstimateAFifthFromAWholeNumber() {
    assertThat(find(1e9, 3_190_000_000L)).contains(Ratio.of(3, 1));
    assertThat(find(1e9, 2_810_000_000L)).contains(Ratio.of(3, 1));
    assertThat(find(1e9, 3_230_000_000L)).contains(Ratio.of(13, 4));
    assertThat(find(1e9, 2_770_000_000L)).contains(Ratio.of(11, 4));
    assertThat(find(3e9, 1_000_000_000)).as("a third").isEmpty();
  }

  @Test
  void triesDenominatorsTo1024() {
    assertThat(find(1e9, 1_000_000_000L / 1024)).contains(Ratio.of(1, 1024));
    assertThat(find(1e9, 1_000_000_000L / 2048)).isEmpty();
  }

  @Test
  void endsSearchAtItsLimit() {
    assertThat(find(0, 3_000_000_000L)).isEmpty();
    assertThat(nowNs[0]).as("the first look after the limit").isEqualTo(LIMIT_NS + 2 * STEP_NS);
    assertThat(find(10, 3_000_000_000L)).as("too slow for its thousand ticks").isEmpty();
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
    assertThat(nowNs[0]).as("two looks, and twenty").isEqualTo(22 * STEP_NS);
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
          return reads <= 4 ? 1000 * reads * reads * reads : 1000 * nowNs[0] / 1000;
        };
    assertThat(new TickRate(late, this::clock).agrees(1_000_000_000)).isTrue();
    assertThat(reads).isEqualTo(6);
  }

  @Test
  void comparesOverAHundredTicks() {
    assertThat(agrees(10_000, 10_000)).isTrue();
    assertThat(nowNs[0]).as("two looks, and a hundred").isEqualTo(102 * STEP_NS);
    assertThat(agrees(1000, 1000)).as("100 ticks take the whole 100 ms").isTrue();
    assertThat(agrees(900, 900)).isFalse();
    assertThat(nowNs[0]).as("three times two looks and a thousand").isEqualTo(3006 * STEP_NS);
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
