// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A clock or cycles that cannot be read, stand still, run backwards, wrap, or change their rate.
 */
class BenchClockTest {

  private final FakeTimer timer = new FakeTimer();
  private final List<String> warnings = new ArrayList<>();
  private final Bench bench = FakeTimer.bench(timer).onWarning(FakeTimer.keeping(warnings));

  @Test
  void refusesToMeasureWithoutClock() {
    timer.timeValid = false;
    assertThat(bench.calibrate()).isFalse();
    timer.timeValid = true;
    assertThat(bench.calibrate()).isFalse();
    assertThatThrownBy(() -> bench.measure(timer.work(1, 1), 1))
        .isInstanceOf(BenchException.class)
        .hasMessage("Nothing can be measured: the clock cannot be read (a fake).");
  }

  private void assertFails(BenchFunction function, String why) {
    assertThatThrownBy(() -> bench.measure(function, 1))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(why);
  }

  @Test
  void failsWithClockThatIsLostRunsBackwardsOrStandsStill() {
    assertFails(timer.work(-1, 1), "ran backwards");
    timer.timeValid = false;
    assertFails(timer.work(1, 1), "could not be read");
    timer.timeValid = true;
    timer.readingsCost(0, 0);
    try (Bench still = FakeTimer.bench(timer)) {
      assertThat(still.calibrate()).isFalse();
      assertThatThrownBy(() -> still.measure(n -> {}, 1))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("the clock stands still");
    }
  }

  @Test
  void marksCyclesThatStandStillAsNotValid() {
    timer.readingsCost(500, 0);
    assertThat(bench.measure(timer.work(10, 0), 1).cyclesValid()).isFalse();
  }

  @Test
  void warnsOfCyclesThatRunBackwards() {
    assertThat(bench.measure(timer.work(10, -30), 1).cyclesValid()).isFalse();
    assertThat(warnings).singleElement().asString().contains("ran backwards");
  }

  @Test
  void countsOnWhereCyclesWrap() {
    timer.cycles = Long.MAX_VALUE - 1_000_000;
    Timing timing = bench.measure(timer.work(10, 30), 1);
    assertThat(timing.cyclesPerOperation()).isCloseTo(30, within(1e-6));
  }

  /** Sleeps in its first runs; by the clock a run takes 10 ns an operation, whatever it waits. */
  private BenchFunction sleeping(int[] runs, int sleeps) {
    return n -> {
      if (runs[0]++ < sleeps) {
        Thread.sleep(20);
      }
      timer.work(10, 30).run(n);
    };
  }

  @Test
  void refusesFunctionThatWaitsInItsFirstTwoRuns() {
    int[] runs = {0};
    assertThatThrownBy(() -> bench.measure(sleeping(runs, 2), 1))
        .isInstanceOf(WaitingException.class)
        .hasMessageContaining("The function waits rather than computes: a run took ")
        .hasMessageContaining("; use clock=monotonic, which is wall time (a fake)");
    assertThat(runs[0]).isEqualTo(2);
  }

  @Test
  void measuresFunctionThatWaitsOnce() {
    BenchFunction preparing = sleeping(new int[1], 1);
    assertThat(bench.targetSeconds(0.01).measure(preparing, 1).cyclesPerOperation())
        .isCloseTo(30, within(1e-6));
  }

  @Test
  void warnsOfChangedFrequency() {
    int[] calls = {0};
    BenchFunction changing =
        n -> { // another one with each run: which of them counts depends on the compiler
          timer.nanos += n * 10;
          timer.cycles += n * (27 + calls[0]++ % 3 * 3);
        };
    bench.measure(changing, 1);
    assertThat(warnings)
        .anyMatch(
            warning ->
                warning.matches(
                    "Cycles per second changed from [\\d.]+ to [\\d.]+ GHz since the run before:"
                        + " the frequency moved, or the thread was without a processor for a"
                        + " time\\."));
  }
}
