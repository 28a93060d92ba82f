// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** What becomes of the numbers that mean something else. */
class CheckedTicksTest {

  private static final CounterLostException LOSS = new CounterLostException("lost");

  private final Deque<Long> numbers = new ArrayDeque<>();

  /** A counter that every thread opens for itself. */
  private final class Events extends PerfEventSource {
    private int opened;

    Events() {
      super("events", CounterKind.ON_CORE, FakeTicks.LIBRARY);
    }

    @Override
    protected long read(Function function) {
      return 1_000 * function.ordinal() + numbers.remove();
    }

    @Override
    protected long address(int function) {
      return 0;
    }

    @Override
    protected int setEvent(int place, int type, long config, long config1) {
      return 0;
    }

    @Override
    protected long probe() {
      return 0;
    }

    @Override
    protected long whyNot() {
      return -1;
    }

    @Override
    protected boolean eventTimes(long[] times) {
      times[0] = 2;
      times[1] = 1;
      times[2] = 1;
      return true;
    }

    @Override
    void noticeOpened() {
      opened++;
    }
  }

  @Test
  void aCounterOfAllThreadsHasTwoSuchNumbers() {
    FakeTicks reads = FakeTicks.of(numbers::remove);
    CheckedTicks checked = new CheckedTicks(reads, "failed", LOSS);
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
    Events events = new Events();
    TickSource checked = events.wrap(new JniTicks(events));
    numbers.addAll(List.of(CheckedTicks.FIRST, 1L));
    assertThat(checked.ticks()).isEqualTo(1);
    numbers.addAll(List.of(CheckedTicks.FIRST - 1_000, 1L));
    assertThat(checked.startTicks()).isEqualTo(1_001);
    numbers.addAll(List.of(CheckedTicks.FIRST - 2_000, 1L));
    assertThat(checked.stopTicks()).isEqualTo(2_001);
    assertThat(events.opened).isEqualTo(3);
  }

  @Test
  void aThreadIsAskedForItsOwnReason() {
    Events events = new Events();
    TickSource checked = events.wrap(new JniTicks(events));
    numbers.addAll(List.of(CheckedTicks.UNREADABLE, CheckedTicks.LOST));
    String reason = "this thread could not get its own perf event";
    assertThatThrownBy(checked::ticks)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage(reason);
    assertThatThrownBy(checked::ticks).isInstanceOf(CounterLostException.class).hasMessage(reason);
    assertThat(NativeTicks.eventState(checked)).isEqualTo(new EventState(2, 1, true));
  }
}
