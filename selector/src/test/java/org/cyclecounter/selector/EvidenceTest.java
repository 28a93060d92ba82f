// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.rejection;
import static org.cyclecounter.selector.ScriptedSelection.report;

import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Measurements of a counter beside its precision, and rejections for them. */
class EvidenceTest {

  private static final EventState NONE_YET = new EventState(0, 0, false);

  private static CounterSource events(
      String name, LongSupplier ticks, Supplier<@Nullable EventState> state) {
    return new TestCounter(name, ON_CORE, () -> FakeTicks.ofEvents(ticks, state))
        .within(Scope.THREAD);
  }

  private static EventState running(long percent) {
    return new EventState(100_000, 1000 * percent, false);
  }

  private static Selected select(CounterSource... sources) {
    return builder(sources)
        .isolation(Isolation.NONE) // the addresses are not real
        .build()
        .select();
  }

  private static OptionalDouble share(Selected selected, String name) {
    Measured measured = report(selected, name).measured();
    assertThat(measured).isNotNull();
    return measured.sharedFraction();
  }

  @Test
  void rejectsCounterWhoseEventsAreShared() {
    int[] asked = {0};
    Selected selected =
        select(
            events("shared", TestCounter.ticks(3), () -> running(39)),
            events("later", TestCounter.ticks(4), () -> running(++asked[0] == 1 ? 100 : 55)),
            events("whole", TestCounter.ticks(30), () -> running(99)),
            events("nearly", TestCounter.ticks(2), () -> new EventState(1000, 989, false)),
            events("unknown", TestCounter.ticks(40), () -> null),
            events("new", TestCounter.ticks(50), () -> NONE_YET),
            TestCounter.rising("clock", FIXED_RESOLUTION, 1));
    assertThat(rejection(selected.report(), "shared"))
        .startsWith(
            "it ran for 39 % of the time: the hardware counter is shared with other events");
    assertThat(selected.obstacle("shared")).contains(Obstacle.SHARED);
    assertThat(rejection(selected.report(), "later")).startsWith("it ran for 55 % of the time: ");
    assertThat(selected.obstacle("later")).contains(Obstacle.SHARED);
    assertThat(rejection(selected.report(), "nearly")).startsWith("it ran for 98 % of the time: ");
    assertThat(selected.counter().implementation()).isEqualTo("whole");
    assertThat(selected.obstacle("whole")).isEmpty();
    assertThat(share(selected, "whole")).hasValue(0.99);
    for (String name : new String[] {"unknown", "new", "clock"}) {
      assertThat(report(selected, name).verdict()).isEqualTo(Verdict.USABLE);
      assertThat(share(selected, name)).isEmpty();
    }
  }

  @Test
  void rejectsEventsThatStandStillAtTimesAndNoOtherCounter() {
    long[] reads = {0, 0};
    LongSupplier coarse = TestCounter.ticks(1);
    Selected selected =
        select(
            events("stopped", () -> 7, () -> running(100)),
            events("still", () -> ++reads[0] - (reads[0] % 20 == 0 ? 1 : 0), () -> running(100)),
            TestCounter.of("coarse", ON_CORE, () -> coarse.getAsLong() / 2));
    assertThat(report(selected, "stopped").reason()) // after two runs that failed, too
        .startsWith("it stands still in each of 8 runs of 1000 reads");
    assertThat(report(selected, "still").reason())
        .startsWith(
            "it stands still at times: 50 of 1000 adjacent readings are equal although a read"
                + " takes cycles; usual on a virtual PMU that is short of counters");
    assertThat(selected.obstacle("still")).contains(Obstacle.STANDS_STILL);
    assertThat(selected.counter().implementation()).isEqualTo("coarse");
  }

  private static TestCounter saying(
      String name, Supplier<@Nullable Counted> counted, Supplier<@Nullable String> instruction) {
    return TestCounter.rising(name, ON_CORE, 3).counting(counted).executing(instruction);
  }

  @Test
  void asksSourcesForUnitAndInstruction() {
    Selected selected =
        select(
            saying("user", () -> Counted.USER_CYCLES, () -> "RDPMC"),
            saying("call", () -> Counted.CORE_CYCLES, () -> "read(2)\n"),
            TestCounter.of("still", ON_CORE, () -> 1).counting(() -> Counted.USER_CYCLES));
    assertThat(selected.counted()).isEqualTo(Counted.USER_CYCLES);
    assertThat(selected.counted("call")).contains(Counted.CORE_CYCLES);
    assertThat(selected.instruction("user")).isEqualTo("RDPMC");
    assertThat(selected.instruction("call")).as("cleaned").isEqualTo("read(2) ");
    assertThat(selected.counted("still")).isEmpty();
  }

  @Test
  void rejectsSourceWithoutUnitOrInstruction() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    thrown.setStackTrace(new StackTraceElement[0]);
    Selected selected =
        select(
            saying("null-counted", () -> null, () -> ""),
            saying("null-instruction", () -> Counted.CORE_CYCLES, () -> null),
            saying("counted", () -> raise(thrown), () -> ""),
            saying("instruction", () -> Counted.CORE_CYCLES, () -> raise(thrown)),
            TestCounter.rising("good", OFF_CORE, 1));
    assertThat(selected.counter().implementation()).isEqualTo("good");
    assertThat(report(selected, "null-counted").reason())
        .startsWith("counted() returned null; it must return one of the constants of Counted");
    assertThat(report(selected, "null-instruction").reason())
        .startsWith("instruction() returned null; it must return a name or an empty text");
    for (String call : new String[] {"counted", "instruction"}) {
      String failed = "() threw java.lang.IllegalStateException: on purpose; ";
      assertThat(rejection(selected.report(), call))
          .startsWith(call + failed + call + "() must not fail");
    }
  }

  /**
   * A clock of fixed resolution may be anything that rises. A window of the observation takes at
   * least half a millisecond, so that a step at each call is at most 6 kHz, however busy the
   * machine is.
   */
  @Test
  void rejectsProcessorsCounterThatCountsItsOwnCalls() {
    long[] calls = {0, 0, 0};
    Selected selected =
        select(
            TestCounter.of("on-core", ON_CORE, () -> calls[0] += 3),
            TestCounter.of("off-core", OFF_CORE, () -> calls[1] += 3),
            TestCounter.of("fixed", FIXED_RESOLUTION, () -> calls[2] += 3),
            TestCounter.of("cycles", ON_CORE, () -> System.nanoTime() * 3));
    for (String name : new String[] {"on-core", "off-core"}) {
      assertThat(rejection(selected.report(), name)).startsWith("it does not rise with time");
    }
    assertThat(report(selected, "fixed").verdict()).isNotEqualTo(Verdict.REJECTED);
    assertThat(report(selected, "cycles").verdict()).isNotEqualTo(Verdict.REJECTED);
  }
}
