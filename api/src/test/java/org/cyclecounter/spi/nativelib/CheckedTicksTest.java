// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** What becomes of the numbers that mean something else. */
class CheckedTicksTest {

  private static final CounterLostException LOSS = new CounterLostException("lost");

  private final Deque<Long> numbers = new ArrayDeque<>();
  private final TickSource reads =
      new TickSource() {
        @Override
        public long ticks() {
          return numbers.remove();
        }

        @Override
        public long startTicks() {
          return 1_000 + numbers.remove();
        }

        @Override
        public long stopTicks() {
          return 2_000 + numbers.remove();
        }
      };

  /** What each thread is told. */
  private static final class Told implements CheckedTicks.PerThread {
    private int opened;

    @Override
    public void opened() {
      opened++;
    }

    @Override
    public IllegalStateException failure(boolean lost) {
      return lost ? LOSS : new IllegalStateException("refused");
    }

    @Override
    public EventState eventState() {
      return new EventState(2, 1, true);
    }
  }

  @Test
  void aCounterOfAllThreadsHasTwoSuchNumbers() {
    CheckedTicks checked = new CheckedTicks(reads, "failed", LOSS, () -> {});
    numbers.addAll(List.of(7L, CheckedTicks.FIRST, CheckedTicks.UNREADABLE, CheckedTicks.LOST));
    assertThat(checked.ticks()).isEqualTo(7);
    assertThat(checked.ticks()).isEqualTo(CheckedTicks.FIRST);
    assertThatThrownBy(checked::ticks)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("failed");
    assertThatThrownBy(checked::ticks).isSameAs(LOSS);
    assertThat(checked.eventState()).isNull();
    CheckedTicks kept = new CheckedTicks(reads, "failed");
    numbers.add(CheckedTicks.LOST);
    assertThatThrownBy(kept::ticks).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFirstReadOfAThreadIsMadeAgainInTheSameWay() {
    Told told = new Told();
    CheckedTicks checked = new CheckedTicks(reads, "failed", LOSS, () -> {}, told);
    numbers.addAll(List.of(CheckedTicks.FIRST, 1L));
    assertThat(checked.ticks()).isEqualTo(1);
    numbers.addAll(List.of(CheckedTicks.FIRST - 1_000, 1L));
    assertThat(checked.startTicks()).isEqualTo(1_001);
    numbers.addAll(List.of(CheckedTicks.FIRST - 2_000, 1L));
    assertThat(checked.stopTicks()).isEqualTo(2_001);
    assertThat(told.opened).isEqualTo(3);
  }

  @Test
  void aThreadIsAskedForItsOwnReason() {
    CheckedTicks checked = new CheckedTicks(reads, "failed", LOSS, () -> {}, new Told());
    numbers.addAll(List.of(CheckedTicks.UNREADABLE, CheckedTicks.LOST));
    assertThatThrownBy(checked::ticks).hasMessage("refused");
    assertThatThrownBy(checked::ticks).isSameAs(LOSS);
    assertThat(checked.eventState()).isEqualTo(new EventState(2, 1, true));
  }
}
