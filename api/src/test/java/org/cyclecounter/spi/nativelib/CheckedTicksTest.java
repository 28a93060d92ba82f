// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readings by which C says that it has no cycles. */
class CheckedTicksTest {

  private static final CounterLostException LOSS = new CounterLostException("lost");

  private final Deque<Long> numbers = new ArrayDeque<>();

  /** A counter that every thread opens for itself. */
  private final class Events extends PerfEventSource {
    private final List<String> set = new ArrayList<>();
    private int opened;
    private int error;

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
      set.add(place + " " + type + " " + config + " " + config1);
      return error;
    }

    @Override
    protected List<Event> events() {
      return List.of(new Event(1, 2, 3), new Event(4, 5, 6));
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
  void throwsForUnreadableAndLostCounterOfAllThreads() {
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
  void checksLinkedReads() {
    FakeTicks linked = FakeTicks.of(numbers::remove);
    NativeTicks reads =
        new NativeTicks() {
          @Override
          public NativeCounterSource counter() {
            return linked.counter();
          }

          @Override
          public TickSource linked() {
            return linked;
          }

          @Override
          public long ticks() {
            return 0;
          }
        };
    numbers.add(CheckedTicks.LOST);
    assertThatThrownBy(new CheckedTicks(reads, "failed", LOSS).linked()::ticks).isSameAs(LOSS);
    CheckedTicks notLinked = new CheckedTicks(linked, "failed");
    assertThat(notLinked.linked()).isSameAs(notLinked);
  }

  @Test
  void repeatsFirstReadOfThreadInSameWay() {
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
  void setsEventsInTheirPlacesAndNamesError() throws Exception {
    Events events = new Events();
    events.check();
    assertThat(events.set).containsExactly("0 1 2 3", "1 4 5 6");
    events.error = -1;
    assertThatThrownBy(events::check).hasMessage("its events cannot be set: errno 1");
  }

  /** The numbers are those of a probe's {@code open()}: perf_events.h. */
  @ParameterizedTest
  @CsvSource({
    "0x10001, mmap of a perf event: EPERM; , LOCKED_MEMORY",
    "1, 'kernel.perf_user_access |the kernel does not allow', NO_USER_ACCESS",
    "2, the cycle counter is shared with other events, SHARED",
    "3, the hardware counters are in use by other events, TAKEN",
    "-24, perf_event_open: EMFILE; , TOO_MANY_FILES",
  })
  void explainsResultOfProbe(int result, String beginning, Obstacle obstacle) {
    Refusal refusal = new Events().refusal(result);
    assertThat(refusal.sentence()).matches("(?s)(" + beginning + ").*");
    assertThat(refusal.obstacle()).isEqualTo(obstacle);
  }

  @Test
  void asksThreadForReasonOfItsFailure() {
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
