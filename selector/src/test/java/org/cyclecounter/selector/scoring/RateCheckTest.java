// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateCheckTest {

  /** A clock that advances by 10 µs with every look, and a counter that follows it. */
  private final long[] nowNs = {0};

  private long clock() {
    return nowNs[0] += 10_000;
  }

  @Test
  void aTrueRateAgrees() {
    assertThat(RateCheck.agrees(() -> nowNs[0] / 10, 100_000_000, this::clock)).isTrue();
    assertThat(RateCheck.agrees(() -> nowNs[0] / 10, 103_000_000, this::clock)).isTrue();
  }

  @Test
  void aWrongRateDoesNot() {
    assertThat(RateCheck.agrees(() -> nowNs[0] / 10, 2_600_000_000L, this::clock)).isFalse();
    assertThat(RateCheck.agrees(() -> nowNs[0] / 10, 62_500_000, this::clock)).isFalse();
  }

  @Test
  void aCounterThatStandsStillOrRunsBackDoesNotHang() {
    assertThat(RateCheck.agrees(() -> 5, 100_000_000, this::clock)).isFalse();
    assertThat(RateCheck.agrees(() -> -nowNs[0], 100_000_000, this::clock)).isFalse();
  }
}
