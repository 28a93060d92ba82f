// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

/** A counter that is lost, shared, or stands still is never passed off as one that counts. */
class CounterTroubleTest {

  private static final String STOOD_STILL =
      "The counter stood still: a virtual PMU short of counters does that; the cycles are not"
          + " valid.";

  private final List<String> warnings = new ArrayList<>();
  private long nanos;
  private long cycles;
  private boolean isStill;
  private final FakeSelected events =
      new FakeSelected("an-event", Counted.USER_CYCLES, Scope.THREAD, () -> cycles += 300);
  private final FakeSelected clock =
      new FakeSelected("a-clock", Counted.TICKS, Scope.SYSTEM, () -> nanos);

  private Bench bench(FakeSelected... counters) {
    return FakeTimer.bench(FakeSelected.timer(() -> nanos += 100, counters))
        .targetSeconds(0.1)
        .onWarning(FakeTimer.keeping(warnings));
  }

  /** An operation of 10 ns and 30 cycles. */
  private void work(long n) {
    nanos += 10 * n;
    cycles += isStill ? 0 : 30 * n;
  }

  private static boolean isTheRun(long n) {
    return n > 5_000_000;
  }

  @Test
  void timingNamesCounterAndWhatItCounted() {
    Timing timing = bench(events, clock).measure(this::work, 1);
    assertThat(timing.cyclesPerOperation()).isCloseTo(30, within(0.01));
    assertThat(timing.clock()).isEqualTo("a-clock");
    assertThat(timing.counter()).isEqualTo("an-event");
    assertThat(timing.counted()).isEqualTo(Counted.USER_CYCLES);
    assertThat(timing.toString())
        .endsWith(
            "each 30.00 cycles by an-event (core cycles in user mode) and 10.00 ns by a-clock");
  }

  @Test
  void warnsOnceThatNoCyclesAreCountedThoughTheyWereWanted() {
    BuiltInTimer timer =
        FakeSelected.timer(() -> nanos += 100, events).lacking(() -> "no cycles are counted: why");
    Bench bench = FakeTimer.bench(timer).onWarning(FakeTimer.keeping(warnings));
    bench.calibrate();
    bench.calibrate();
    assertThat(warnings).containsExactly("No cycles are counted: why.");
  }

  /** Loses the counter in the run that counts. */
  private BenchFunction losing(String why) {
    return n -> {
      work(n);
      if (isTheRun(n)) {
        events.lose(why);
      }
    };
  }

  @Test
  void repeatsRunThatLosesItsCounterWithTheNext() {
    String why = "lost while it was in use: others took the PMU";
    Timing timing = bench(events, clock).measure(losing(why), 1);
    assertThat(warnings)
        .containsOnlyOnce(
            "The counter an-event was lost (an-event lost while it was in use: others took the"
                + " PMU): from now on a-clock counts ticks of a constant-rate clock.");
    assertThat(timing.counter()).isEqualTo("a-clock");
    assertThat(timing.counted()).isEqualTo(Counted.TICKS);
    assertThat(timing.cyclesValid()).isTrue();
    assertThat(timing.cyclesPerOperation()).isCloseTo(10, within(0.01));
  }

  @Test
  void measuresTimeWhenNoCounterIsLeft() {
    try (Bench bench = bench(events)) {
      Timing timing = bench.measure(losing("gone"), 1);
      assertThat(warnings)
          .containsExactly(
              "The counter an-event was lost (an-event gone): from now on no cycles are counted.");
      assertThat(timing.cyclesValid()).isFalse();
      assertThat(timing.counter()).isEqualTo("null");
      assertThat(timing.counted()).isNull();
      assertThat(timing.secondsPerOperation()).isCloseTo(1e-8, within(1e-12));
      assertThat(bench.cyclesOk()).isFalse();
      assertThat(bench.measure(this::work, 1).cyclesValid()).isFalse();
    }
    assertThat(warnings).hasSize(1);
  }

  @Test
  void noticesCounterLostBetweenMeasurements() {
    Bench bench = bench(events, clock);
    bench.measure(this::work, 1);
    events.lose("gone");
    Timing timing = bench.measure(this::work, 1);
    assertThat(warnings).hasSize(1);
    assertThat(timing.counter()).isEqualTo("a-clock");
    assertThat(timing.cyclesPerOperation()).isCloseTo(10, within(0.01));
  }

  /** The first subject has made its only run when the second one loses the counter. */
  @Test
  void comparesAnewWithTheCounterThatIsLeft() {
    BenchFunction twice = n -> losing("gone").run(2 * n);
    Comparison comparison =
        bench(events, clock)
            .rounds(1)
            .compare(Subject.of("one", this::work), Subject.of("two", twice));
    for (Comparison.Summary summary : comparison.summaries()) {
      assertThat(summary.timings()).extracting(Timing::counter).containsExactly("a-clock");
    }
    assertThat(comparison.differences().get(0).ratio()).isCloseTo(2, within(0.01));
  }

  @Test
  void repeatsRunInWhichReadingsOfAnyTimerJump() {
    FakeTimer timer = new FakeTimer();
    boolean[] jumped = {false};
    Timing timing =
        FakeTimer.bench(timer)
            .targetSeconds(0.1)
            .onWarning(FakeTimer.keeping(warnings))
            .measure(
                n -> {
                  timer.nanos += 10 * n;
                  timer.cycles += 30 * n;
                  if (isTheRun(n) && !jumped[0]) {
                    jumped[0] = true;
                    timer.cycles += 1L << 60;
                  }
                },
                1);
    assertThat(timing.cyclesPerOperation()).isCloseTo(30, within(0.01));
    assertThat(warnings)
        .containsExactly("The cycles jumped as if the counter had been lost; the run is repeated.");
    assertThat(timing.counter()).isEmpty();
    assertThat(timing.clock()).isEmpty();
    assertThat(timing.counted()).isNull();
  }

  @Test
  void warnsOfSharedCounter() {
    events.sharedFraction = OptionalDouble.of(0.39);
    bench(events, clock).measure(this::work, 1);
    assertThat(warnings).containsExactly("The counter was shared: it ran for 39 % of the time.");
  }

  @Test
  void marksCyclesOfCounterThatStandsStillInRunAsNotValid() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    assumeTrue(threads.isCurrentThreadCpuTimeSupported(), "no CPU time of a thread here");
    Timing timing =
        bench(new FakeSelected("an-event", Counted.USER_CYCLES, Scope.THREAD, () -> cycles))
            .measure(
                n -> {
                  // It counts while it is calibrated, and until the run that counts.
                  isStill = isTheRun(n);
                  work(n);
                  long endNs = threads.getCurrentThreadCpuTime() + 2_000_000;
                  while (isStill && threads.getCurrentThreadCpuTime() < endNs) {
                    // runs
                  }
                },
                1);
    assertThat(timing.cyclesValid()).isFalse();
    assertThat(warnings).contains(STOOD_STILL);
  }

  @Test
  void calibratesAnewAfterCounterThatStoodStillInCalibration() {
    FakeSelected still =
        new FakeSelected(
            "an-event", Counted.CORE_CYCLES, Scope.THREAD, () -> isStill ? 0 : (cycles += 300));
    isStill = true;
    Bench bench = bench(still);
    Timing timing =
        bench.measure(
            n -> {
              isStill = false;
              work(n);
            },
            1);
    assertThat(timing.cyclesValid()).isFalse();
    assertThat(warnings).containsExactly(STOOD_STILL);
    assertThat(bench.measure(this::work, 1).cyclesPerOperation()).isCloseTo(30, within(0.01));
  }

  @Test
  void acceptsClockThatStoodStillForWhile() {
    FakeSelected coarse =
        new FakeSelected("a-clock", Counted.TIME, Scope.SYSTEM, () -> nanos / 100_000_000);
    Timing timing = bench(coarse).measure(this::work, 1);
    assertThat(warnings).noneMatch(warning -> warning.contains("stood still"));
    assertThat(timing.timeValid()).isTrue();
  }
}
