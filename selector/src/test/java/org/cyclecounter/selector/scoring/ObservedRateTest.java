// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.Test;

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
  void theRateIsTheCountersOwn() {
    assertThat(observe(() -> nowNs * 24 / 1000, 64)).isCloseTo(24e6, within(24e4));
  }

  @Test
  void aCounterOf32BitsMayWrapMeanwhile() {
    assertThat(observe(() -> (int) (0xffff_ff00L + nowNs * 3), 32)).isCloseTo(3e9, within(3e7));
  }

  @Test
  void anInterruptionIsNoSlowCounter() {
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
  void perfEventsAreSeenInTheTimeThatTheirThreadRan() {
    // The thread has half of the processor, and counts 5 cycles a nanosecond of its own.
    TickSource events =
        FakeTicks.ofEvents(() -> nowNs / 2 * 5, () -> new EventState(nowNs / 2, nowNs / 2, false));
    assertThat(observe(events, 64)).isCloseTo(5e9, within(5e7));
  }

  @Test
  void whatDoesNotMoveHasNoRate() {
    assertThat(observe(() -> 7, 64)).isNaN();
    int[] reads = {0};
    observe(() -> reads[0]++, 64);
    assertThat(reads[0]).isEqualTo(ObservedRate.READS);
  }
}
