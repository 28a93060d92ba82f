// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.cyclecounter.selector.counting.Ratio;
import org.junit.jupiter.api.Test;

class MultiplierSearchTest {

  private static final long CYCLES_PER_SECOND = 2_064_000_000L;

  /** A clock that passes 1 µs with each look, and a counter that follows it at a given rate. */
  private static Optional<Ratio> find(double ticksPerSecond) {
    long[] nowNs = {0};
    return MultiplierSearch.find(
        () -> (long) (nowNs[0] * 1e-9 * ticksPerSecond), CYCLES_PER_SECOND, () -> nowNs[0] += 1000);
  }

  @Test
  void findsAWholeMultiplier() {
    assertThat(find(24_000_000)).contains(Ratio.of(86, 1)); // Apple M1 under Linux
  }

  @Test
  void findsAMultiplierWithADenominator() {
    assertThat(find(CYCLES_PER_SECOND / 7.25)).contains(Ratio.of(29, 4)); // POWER8
  }

  @Test
  void refusesAThird() {
    assertThat(find(CYCLES_PER_SECOND * 3.0)).isEmpty();
  }

  @Test
  void givesUpACounterThatStandsStill() {
    assertThat(find(0)).isEmpty();
  }

  @Test
  void givesUpACounterTooSlowForItsThousandTicks() {
    assertThat(find(10)).isEmpty();
  }
}
