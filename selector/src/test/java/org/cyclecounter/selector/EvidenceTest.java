// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.HZ;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a selection finds out of a counter beside its precision, and rejects it for. */
class EvidenceTest {

  private static CounterSource events(
      String name, LongSupplier ticks, Supplier<@Nullable EventState> state) {
    return new TestCounter(name, ON_CORE, () -> FakeTicks.ofEvents(ticks, state))
        .within(Scope.THREAD);
  }

  private static LongSupplier rising(long step) {
    return TestCounter.ticks(step);
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

  private static Measured measured(Selected selected, String name) {
    Measured measured = report(selected, name).measured();
    assertThat(measured).isNotNull();
    return measured;
  }

  @Test
  void aCounterWhoseEventsWereSharedIsRejected() {
    Selected selected =
        select(
            events("shared", rising(3), () -> running(39)),
            events("whole", rising(30), () -> running(100)),
            TestCounter.rising("clock", FIXED_RESOLUTION, 1));
    assertThat(report(selected, "shared").verdict()).isEqualTo(Verdict.REJECTED);
    assertThat(report(selected, "shared").reason())
        .startsWith(
            "it ran for 39 % of the time: the hardware counter is shared with other events");
    assertThat(selected.obstacle("shared")).contains(Obstacle.SHARED);
    assertThat(selected.obstacle("whole")).isEmpty();
    assertThat(selected.counter().implementation()).isEqualTo("whole");
    assertThat(measured(selected, "whole").sharedFraction()).hasValue(1);
    assertThat(measured(selected, "clock").sharedFraction()).isEmpty();
  }

  @Test
  void eventsThatAreSharedOnlyLaterAreRejectedToo() {
    int[] asked = {0};
    Selected selected =
        select(events("late", rising(3), () -> running(++asked[0] == 1 ? 100 : 55)));
    assertThat(report(selected, "late").reason()).startsWith("it ran for 55 % of the time: ");
    assertThat(selected.obstacle("late")).contains(Obstacle.SHARED);
    assertThat(selected.counter().implementation()).isEqualTo("default-zero");
  }

  @Test
  void aThreadWithoutEventsDecidesNothing() {
    Selected selected =
        select(events("unknown", rising(3), () -> null), events("new", rising(4), () -> NONE_YET));
    assertThat(report(selected, "unknown").verdict()).isEqualTo(Verdict.SELECTED);
    assertThat(report(selected, "new").verdict()).isEqualTo(Verdict.USABLE);
    assertThat(measured(selected, "new").sharedFraction()).isEmpty();
  }

  private static final EventState NONE_YET = new EventState(0, 0, false);

  /** Two runs, and eight if both fail. */
  @Test
  void eventsHaveTenRunsAsAnyCounter() {
    Selected selected = select(events("stopped", () -> 7, () -> running(100)));
    assertThat(report(selected, "stopped").reason())
        .startsWith("it stands still in each of 8 runs of 1000 reads");
  }

  @Test
  void eventsThatStandStillAtTimesAreRejectedAndOtherCountersAreNot() {
    long[] reads = {0, 0};
    LongSupplier coarse = rising(1);
    Selected selected =
        select(
            events("still", () -> ++reads[0] - (reads[0] % 20 == 0 ? 1 : 0), () -> running(100)),
            TestCounter.of("coarse", ON_CORE, () -> coarse.getAsLong() / 2));
    assertThat(report(selected, "still").reason())
        .startsWith(
            "it stands still at times: 50 of 1000 adjacent readings are equal although a read"
                + " takes cycles; usual on a virtual PMU that is short of counters");
    assertThat(selected.obstacle("still")).contains(Obstacle.STANDS_STILL);
    assertThat(selected.counter().implementation()).isEqualTo("coarse");
  }

  @Test
  void theRateOfACounterIsObservedBesideTheNominalFrequency() {
    Selected selected =
        select(
            TestCounter.of("clock", FIXED_RESOLUTION, System::nanoTime)
                .scaled(Scaling.ticksPerSecond(HZ)),
            TestCounter.of("half", ON_CORE, () -> System.nanoTime() / 2));
    // Of this machine's clock by itself: only an interruption of each window makes it less.
    assertThat(measured(selected, "clock").observedHz().orElseThrow()).isCloseTo(1e9, within(5e8));
    assertThat(measured(selected, "half").observedHz().orElseThrow())
        .isLessThan(measured(selected, "clock").observedHz().orElseThrow() * 0.9);
  }

  private static TestCounter saying(TestCounter counter, Counted counted, String instruction) {
    return counter.counting(() -> counted).executing(() -> instruction);
  }

  @Test
  void eachCounterSaysWhatItCountsAndWhatAReadExecutes() {
    Selected selected =
        select(
            saying(TestCounter.rising("user", ON_CORE, 3), Counted.USER_CYCLES, "RDPMC"),
            saying(TestCounter.rising("call", OFF_CORE, 5), Counted.CORE_CYCLES, "read(2)\n"),
            TestCounter.rising("register", ON_CORE, 7),
            TestCounter.rising("ticks", OFF_CORE, 8).within(Scope.THREAD),
            TestCounter.rising("clock", FIXED_RESOLUTION, 1),
            saying(TestCounter.of("still", ON_CORE, () -> 1), Counted.USER_CYCLES, "RDPMC"));
    assertThat(selected.counted()).isEqualTo(Counted.USER_CYCLES);
    assertThat(selected.counted("user")).contains(Counted.USER_CYCLES);
    assertThat(selected.instruction("user")).isEqualTo("RDPMC");
    assertThat(selected.counted("call")).contains(Counted.CORE_CYCLES);
    assertThat(selected.instruction("call")).as("cleaned").isEqualTo("read(2) ");
    assertThat(selected.counted("register")).contains(Counted.CORE_CYCLES);
    assertThat(selected.instruction("register")).isEmpty();
    assertThat(selected.counted("ticks")).contains(Counted.TICKS);
    assertThat(selected.counted("clock")).contains(Counted.TIME);
    for (String none : new String[] {"still", "nonsense"}) {
      assertThat(selected.counted(none)).isEmpty();
      assertThat(selected.instruction(none)).isEmpty();
    }
  }

  @Test
  void aSourceThatCannotSayItIsRejected() {
    RuntimeException onPurpose = new IllegalStateException("on purpose");
    onPurpose.setStackTrace(new StackTraceElement[0]);
    Selected selected =
        select(
            saying(TestCounter.rising("null-counted", ON_CORE, 3), null, ""),
            saying(TestCounter.rising("null-instruction", ON_CORE, 3), Counted.CORE_CYCLES, null),
            TestCounter.rising("counted", ON_CORE, 3)
                .counting(
                    () -> {
                      throw onPurpose;
                    }),
            TestCounter.rising("instruction", ON_CORE, 3)
                .executing(
                    () -> {
                      throw onPurpose;
                    }),
            TestCounter.rising("good", OFF_CORE, 1));
    assertThat(selected.counter().implementation()).isEqualTo("good");
    assertThat(report(selected, "null-counted").reason())
        .startsWith("counted() returned null; it must return one of the constants of Counted");
    assertThat(report(selected, "null-instruction").reason())
        .startsWith("instruction() returned null; it must return a name or an empty text");
    for (String call : new String[] {"counted", "instruction"}) {
      assertThat(report(selected, call).verdict()).isEqualTo(Verdict.REJECTED);
      assertThat(report(selected, call).reason())
          .startsWith(
              call
                  + "() threw java.lang.IllegalStateException: on purpose; "
                  + call
                  + "() must not fail");
    }
  }

  /** By what the counter says it is: a clock of fixed resolution may be anything that rises. */
  @Test
  void counterOfItsOwnCallsIsNoProcessorsCounter() {
    for (long step : new long[] {1, 3, 100_000}) {
      long[] calls = {0, 0, 0};
      Selected selected =
          select(
              TestCounter.of("on-core", ON_CORE, () -> calls[0] += step),
              TestCounter.of("off-core", OFF_CORE, () -> calls[1] += step),
              TestCounter.of("fixed", FIXED_RESOLUTION, () -> calls[2] += step),
              TestCounter.of("cycles", ON_CORE, () -> System.nanoTime() * 3),
              TestCounter.of("slow", OFF_CORE, () -> System.nanoTime() / 1000));
      for (CounterReport counter : selected.report().counters()) {
        boolean isCalls = counter.name().endsWith("core");
        assertThat(counter.verdict() == Verdict.REJECTED).as("%s", counter).isEqualTo(isCalls);
        assertThat(counter.reason().startsWith("it does not rise with time")).isEqualTo(isCalls);
      }
    }
  }
}
