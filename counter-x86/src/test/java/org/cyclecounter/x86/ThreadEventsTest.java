// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.x86.ScriptedEvents.Fact;
import org.cyclecounter.x86.ScriptedEvents.Setting;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Readings of a thread's perf events when the kernel is short of hardware counters. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class ThreadEventsTest {

  private static final long FIRST = Long.MIN_VALUE + 2;
  private static final long GAP = 1L << 54;
  private static final int EPERM = 1;
  private static final int EMFILE = 24;

  /** Sets the way of reading events: by their pages or by system calls. */
  private boolean mapped;

  private ScriptedEvents counter;

  ThreadEventsTest(boolean mapped) {
    this.mapped = mapped;
  }

  @BeforeAll
  static void isPackaged() {
    ScriptedEvents.assumePackaged();
  }

  private TickSource begin(int kindsOfCore) throws CounterUnavailableException {
    counter = ScriptedEvents.begin(mapped, kindsOfCore);
    return counter.open();
  }

  /** The thread has read it, and it has counted that far. */
  private TickSource counting(long count) throws CounterUnavailableException {
    TickSource source = begin(1);
    source.ticks();
    ScriptedEvents.set(Setting.COUNT, count);
    assertThat(source.ticks()).isEqualTo(count);
    return source;
  }

  /** The kernel has no hardware counter left for a while. */
  private static void fillAndEmpty() {
    ScriptedEvents.set(Setting.FULL, -1);
    ScriptedEvents.set(Setting.FULL, 0);
  }

  private static AbstractThrowableAssert<?, ?> thatIsLost(TickSource source) {
    return assertThatThrownBy(source::ticks).isInstanceOf(CounterLostException.class);
  }

  private static AbstractThrowableAssert<?, ?> thatFails(TickSource source) {
    return assertThatThrownBy(source::ticks).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void returnsFirstFromThreadsFirstReadInC() throws Exception {
    begin(1);
    assertThat(ScriptedEvents.ticks()).isEqualTo(FIRST);
    assertThat(ScriptedEvents.ticks()).isZero();
    TickSource again = begin(1);
    assertThat(again.startTicks()).isZero();
  }

  @Test
  void closesAndForgetsEventsOfEndingThread() throws Exception {
    TickSource source = begin(1);
    Thread ending =
        new Thread(
            () -> {
              source.ticks();
              ScriptedEvents.readWhenTheThreadHasEnded();
            });
    ending.start();
    ending.join(); // its destructors run after that
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while ((ScriptedEvents.late(1) == 0 || ScriptedEvents.fact(Fact.OPEN) != 0)
        && System.nanoTime() - deadline < 0) {
      Thread.sleep(1);
    }
    assertThat(ScriptedEvents.late(0)).as("events that are closed").isZero();
    assertThat(ScriptedEvents.late(1)).as("opened anew").isEqualTo(FIRST);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).as("and closed again").isZero();
  }

  @Test
  void losesFullPmuAndContinuesFarAboveOnceThereIsRoom() throws Exception {
    TickSource source = counting(1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    thatIsLost(source).hasMessageStartingWith("the hardware counters are in use by other events");
    thatIsLost(source);
    ScriptedEvents.set(Setting.COUNT, 5_000);
    ScriptedEvents.set(Setting.FULL, 0);
    thatIsLost(source);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.COUNT, 5_010);
    assertThat(source.ticks()).isEqualTo(GAP + 1_010);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
  }

  @Test
  void ignoresGapFromBeforeSelection() throws Exception {
    TickSource earlier = counting(1_000);
    fillAndEmpty();
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 1_000);
    assertThat(earlier.ticks()).isEqualTo(GAP + 1_000);
    fillAndEmpty();
    thatIsLost(later);
  }

  @Test
  void losesLaterSelectionByGapSinceThreadsFirstReading() throws Exception {
    counting(1_000);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(1_000);
    fillAndEmpty();
    thatIsLost(later);
  }

  @Test
  void losesLaterSelectionWhilePmuIsFull() throws Exception {
    counting(1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    TickSource later = counter.open();
    thatIsLost(later);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource latest = counter.open();
    assertThat(latest.ticks()).isEqualTo(GAP + 1_000);
  }

  @Test
  void staysBelowCountersSuccessorFor63Gaps() throws Exception {
    counting(1_000);
    for (int gaps = 1; gaps <= 63; gaps++) {
      fillAndEmpty();
      assertThat(counter.open().ticks()).isEqualTo(gaps * GAP + 1_000);
    }
    fillAndEmpty();
    TickSource tooMany = counter.open();
    thatIsLost(tooMany);
    thatIsLost(tooMany);
  }

  @Test
  void reopensEventThatCannotBeEnabledWithoutCountingBackwards() throws Exception {
    TickSource source = counting(1_000);
    ScriptedEvents.set(Setting.ENABLE_ERROR, EPERM);
    ScriptedEvents.set(Setting.FULL, -1);
    thatIsLost(source);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.COUNT, 1_007);
    assertThat(later.ticks()).isEqualTo(GAP + 1_007);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
    assertThat(ScriptedEvents.fact(Fact.MAPPED)).isEqualTo(mapped ? 1 : 0);
  }

  @Test
  void reopensEventFarAboveOnceItCanBeOpened() throws Exception {
    TickSource source = counting(1_000);
    ScriptedEvents.set(Setting.ENABLE_ERROR, EPERM);
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    ScriptedEvents.set(Setting.FULL, -1);
    thatFails(source).hasMessageContaining("EMFILE");
    ScriptedEvents.set(Setting.OPEN_ERROR, 0);
    ScriptedEvents.set(Setting.FULL, 0);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
  }

  @Test
  void losesSingleEventThatSharedItsCounter() throws Exception {
    mapped = false; // pages do not show for how long an event ran
    TickSource source = counting(1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_000L);
    ScriptedEvents.set(Setting.RUNNING, 390_000_000_000L);
    thatIsLost(source).hasMessageStartingWith("it ran for 39 % of the time: ");
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_001L);
    ScriptedEvents.set(Setting.RUNNING, 390_000_000_001L);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_002L);
    thatIsLost(source);
  }

  @Test
  void sumsEventsThatRunInTurnsOnTwoKindsOfCore() throws Exception {
    TickSource source = begin(2);
    source.ticks();
    ScriptedEvents.set(Setting.ENABLED, 10);
    ScriptedEvents.set(Setting.RUNNING, 5);
    ScriptedEvents.set(Setting.COUNT, 100);
    assertThat(source.ticks()).isEqualTo(100);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 1);
    ScriptedEvents.set(Setting.COUNT, 300);
    assertThat(source.ticks()).isEqualTo(300);
    EventState state = ((NativeTicks) source).eventState();
    assertThat(state).isEqualTo(new EventState(10, 10, false));
  }

  @Test
  void noticesGapOfOtherKindOfCore() throws Exception {
    TickSource source = begin(2);
    source.ticks();
    ScriptedEvents.set(Setting.COUNT, 100);
    assertThat(source.ticks()).isEqualTo(100);
    ScriptedEvents.set(Setting.FULL, 1 << 1);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 1);
    ScriptedEvents.set(Setting.COUNT, 300);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 0);
    thatIsLost(source);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 100);
  }

  @Test
  void losesForbiddenReadsWithoutUsingGaps() throws Exception {
    mapped = true; // system calls are always allowed
    TickSource source = counting(1_000);
    ScriptedEvents.set(Setting.FORBIDDEN, 1);
    for (int reads = 1; reads <= 100; reads++) { // more than there are gaps
      thatIsLost(source).hasMessage("the test has forbidden it");
      assertThat(ScriptedEvents.fact(Fact.OPEN)).as("kept from the counter's successor").isZero();
    }
    ScriptedEvents.set(Setting.FORBIDDEN, 0);
    thatIsLost(source);
    assertThat(counter.open().ticks()).isEqualTo(GAP + 1_000);
  }
}
