// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.AbstractThrowableAssert;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Refusal;
import org.cyclecounter.x86.ScriptedEvents.Fact;
import org.cyclecounter.x86.ScriptedEvents.Setting;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread's opening of its perf events, its reasons if it cannot, and their state. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class OpenedEventsTest {

  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int EMFILE = 24;
  private static final int PINNED = 1 << 2;
  private static final int EXCLUDE_KERNEL = 1 << 5;
  private static final int EXCLUDE_HV = 1 << 6;

  /** Sets the way of reading events: by their pages or by system calls. */
  private final boolean mapped;

  OpenedEventsTest(boolean mapped) {
    this.mapped = mapped;
  }

  @BeforeAll
  static void isPackaged() {
    ScriptedEvents.assumePackaged();
  }

  private TickSource begin() throws CounterUnavailableException {
    return ScriptedEvents.begin(mapped, 1).open();
  }

  private static AbstractThrowableAssert<?, ?> thatFails(TickSource source) {
    return assertThatThrownBy(source::ticks).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void pinsEventAndReadsItsTimes() throws Exception {
    begin().ticks();
    assertThat(ScriptedEvents.fact(Fact.FLAGS)).isEqualTo(PINNED | EXCLUDE_KERNEL | EXCLUDE_HV);
    assertThat(ScriptedEvents.fact(Fact.READ_FORMAT)).isEqualTo(3);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
    assertThat(ScriptedEvents.fact(Fact.MAPPED)).isEqualTo(mapped ? 1 : 0);
  }

  @Test
  void keepsSystemsReasonOfEachThreadAndTriesAgain() throws Exception {
    ScriptedEvents counter = ScriptedEvents.begin(mapped, 1);
    TickSource source = counter.open();
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    thatFails(source).hasMessageContainingAll("perf_event_open: EMFILE; ", "ulimit -n");
    ScriptedEvents.set(Setting.OPEN_ERROR, EACCES);
    ScriptedEvents.set(Setting.PARANOID, 3);
    CompletableFuture.runAsync(
            () ->
                thatFails(source)
                    .hasMessage(
                        "perf_event_open: EACCES; kernel.perf_event_paranoid is 3, needs 2 or"
                            + " less"))
        .join();
    assertThat((int) (counter.whyNot() >>> 8)).isEqualTo(EMFILE);
    ScriptedEvents.set(Setting.OPEN_ERROR, 0);
    assertThat(source.ticks()).isZero();
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
  }

  @Test
  void namesLimitForPageThatCannotBeMappedAndLeavesNothingOpen() throws Exception {
    TickSource source = ScriptedEvents.begin(true, 2).open();
    ScriptedEvents.set(Setting.MAP_ERROR, EPERM);
    thatFails(source).hasMessageContainingAll("mmap of a perf event: EPERM; ", "ulimit -l");
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isZero();
    ScriptedEvents.set(Setting.MAP_ERROR, 0);
    assertThat(source.ticks()).isZero();
  }

  @Test
  void explainsFailureOfProbe() throws Exception {
    NativeTicks source = (NativeTicks) begin();
    assertThat(ScriptedEvents.openProbe()).isZero();
    ScriptedEvents.set(Setting.FULL, -1);
    assertThat(refusal(source).sentence()).startsWith("the hardware counters are in use");
    assertThat(refusal(source).obstacle()).isEqualTo(Obstacle.TAKEN);
    ScriptedEvents.set(Setting.FULL, 0);
    ScriptedEvents.set(Setting.MAP_ERROR, EPERM);
    if (mapped) {
      assertThat(refusal(source).sentence()).startsWith("mmap of a perf event");
      assertThat(refusal(source).obstacle()).isEqualTo(Obstacle.LOCKED_MEMORY);
    }
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    assertThat(refusal(source).sentence()).startsWith("perf_event_open: EMFILE");
  }

  private static Refusal refusal(NativeTicks source) {
    return source.counter().refusal(ScriptedEvents.openProbe());
  }

  @Test
  void reportsTimesAndWhetherKernelIsCounted() throws Exception {
    ScriptedEvents counter = ScriptedEvents.begin(mapped, 1);
    assertThat(counter.counted()).as("not open").isEqualTo(Counted.USER_CYCLES);
    NativeTicks source = (NativeTicks) counter.open();
    assertThat(source.eventState()).isNull();
    source.ticks();
    ScriptedEvents.set(Setting.ENABLED, 7);
    ScriptedEvents.set(Setting.RUNNING, 7);
    assertThat(source.eventState()).isEqualTo(new EventState(7, 7, false));
    assertThat(counter.counted()).isEqualTo(Counted.USER_CYCLES);
    counter = ScriptedEvents.begin(mapped, 1);
    NativeTicks other = (NativeTicks) counter.open();
    ScriptedEvents.set(Setting.REFUSED_FLAGS, EXCLUDE_KERNEL);
    other.ticks();
    assertThat(other.eventState()).isEqualTo(new EventState(0, 0, true));
    assertThat(counter.counted()).isEqualTo(Counted.CORE_CYCLES);
    ScriptedEvents.set(Setting.FULL, -1);
    assertThat(other.eventState()).isNull();
    assertThat(counter.counted()).as("cannot be read").isEqualTo(Counted.USER_CYCLES);
  }
}
