// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservedRateTest {

  /** Goes on by a microsecond whenever it is read. */
  private long nowNs;

  private long clock() {
    return nowNs += 1000;
  }

  private double observe(TickSource source, int bits) {
    return ObservedRate.observe(source, bits, this::clock);
  }

  @Test
  void observesTheCountersOwnRate() {
    assertThat(observe(() -> nowNs * 24 / 1000, 64)).isCloseTo(24e6, within(24e4));
  }

  @Test
  void observesThroughAWrapOf32Bits() {
    assertThat(observe(() -> (int) (0xffff_ff00L + nowNs * 3), 32)).isCloseTo(3e9, within(3e7));
  }

  @Test
  void takesNoInterruptionForASlowCounter() {
    int[] reads = {0};
    TickSource interrupted =
        () -> {
          long ticks = nowNs * 2;
          if (++reads[0] == 2 || reads[0] == 5) {
            nowNs += 10_000_000; // just after a window's first or last reading
          }
          return ticks;
        };
    assertThat(observe(interrupted, 64)).isBetween(1.98e9, 2e9);
  }

  @Test
  void observesPerfEventsInTheTimeThatTheirThreadRan() {
    // The thread has half of the processor, and counts 5 cycles a nanosecond of its own.
    TickSource events =
        FakeTicks.ofEvents(() -> nowNs / 2 * 5, () -> new EventState(nowNs / 2, nowNs / 2, false));
    assertThat(observe(events, 64)).isCloseTo(5e9, within(5e7));
  }

  @Test
  void hasNoRateOfWhatDoesNotMove() {
    assertThat(observe(() -> 7, 64)).isNaN();
    int[] reads = {0};
    observe(() -> reads[0]++, 64);
    assertThat(reads[0]).as("two in each of three windows").isEqualTo(7);
  }

  /** Both readings of three windows come 30 µs late, each 6 % of the window. */
  @Test
  void observesLongerWhereReadingsComeLate() {
    int[] reads = {0};
    TickSource late =
        () -> {
          nowNs += ++reads[0] > 1 && reads[0] <= 7 ? 30_000 : 0;
          return nowNs * 24 / 1000;
        };
    assertThat(observe(late, 64)).isCloseTo(24e6, within(24e4));
    assertThat(reads[0]).isEqualTo(9);
    observe(() -> reads[0]++ * (nowNs += 30_000), 64);
    assertThat(reads[0] - 9).isEqualTo(ObservedRate.READS);
  }

  @ParameterizedTest
  @CsvSource({
    // Hz, ticks between adjacent reads, ns of a read, honest
    "3e9, 100, 30, true",
    "1e6, 1, 30, true", // the slowest time base of a processor
    "1e8, 1, 50, true",
    "3e9, 3e5, 100000, true", // a system call of 0.1 ms, which has few differences in a window
    "2e5, 1, 30, true",
    "2000, 1, 10, false", // one more at each call
    "4e6, 2000, 10, false", // 2000 more at each call
    "NaN, 1, 10, false"
  })
  void tellsCounterThatFollowsTimeFromOneOfItsCalls(
      double hz, double adjacentTicks, double nanosPerRead, boolean honest) {
    assertThat(ObservedRate.followsTime(hz, adjacentTicks, nanosPerRead)).isEqualTo(honest);
  }
}
