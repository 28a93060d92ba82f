// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of mLib's manual of bench, and wrong use. */
class BenchContractTest {

  private final FakeTimer timer = new FakeTimer();
  private final Bench bench = FakeTimer.bench(timer);

  @Test
  void acceptsRunOfTargetOverRootOfTwo() {
    List<Long> asked = new ArrayList<>();
    Timing slow = bench.measure(asking(asked, timer.work(708_000_000, 1)), 1);
    assertThat(slow.compiled()).as("too slow for a warm-up").isTrue();
    assertThat(asked).containsExactly(1L);
    asked.clear();
    Timing timing = bench.measure(asking(asked, timer.work(706_000_000, 1)), 1);
    assertThat(asked).hasSizeGreaterThan(1);
    assertThat(timing.n()).isEqualTo(2);
  }

  private static BenchFunction asking(List<Long> asked, BenchFunction work) {
    return n -> {
      asked.add(n);
      work.run(n);
    };
  }

  /** As code does that is compiled only after its number of iterations was found. */
  @Test
  void preparesAnewWhatBecomesMuchFaster() {
    long[] nanosEach = {1000};
    PreparedSubject subject =
        bench.targetSeconds(0.1).prepare(Subject.of("x", n -> timer.work(nanosEach[0], 1).run(n)));
    assertThat(subject.first().secondsPerOperation()).isCloseTo(1e-6, within(1e-12));
    assertThat(subject.run().n()).isBetween(70_000.0, 150_000.0);
    nanosEach[0] = 1;
    Timing timing = subject.run();
    assertThat(timing.secondsPerOperation()).isCloseTo(1e-9, within(1e-15));
    assertThat(timing.seconds()).isBetween(0.07, 0.15);
  }

  @Test
  void calibratesToMeasureButNotForNullFunction() {
    assertThatThrownBy(() -> bench.measure(null, 1))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the function to measure is null");
    assertThat(bench.calibrated()).isFalse();
    bench.measure(timer.work(10, 30), 1);
    assertThat(bench.calibrated()).isTrue();
    assertThat(bench.clockOk()).isTrue();
    assertThat(bench.cyclesOk()).isTrue();
  }

  @Test
  void makesTimerOfItsOwnByProperty() {
    System.setProperty(BenchTimer.PROPERTY, "clock=monotonic cycle=null");
    try (Bench own = FakeTimer.bench(null)) {
      Timing timing = own.targetSeconds(0.001).measure(n -> {}, 1);
      assertThat(timing.clock()).isEqualTo("monotonic");
      assertThat(timing.counter()).isEqualTo("null");
      assertThat(timing.counted()).isNull();
      assertThat(timing.toString()).contains("no valid cycles by null and ", " ns by monotonic");
    } finally {
      System.clearProperty(BenchTimer.PROPERTY);
    }
  }

  @Test
  void refusesUseOnceClosed() {
    bench.calibrate();
    bench.close();
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            bench::calibrate,
            () -> bench.measure(timer.work(1, 1), 1),
            () -> bench.compare(Subject.of("x", timer.work(1, 1))))) {
      assertThatThrownBy(use)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This Bench is closed: make a new one.");
    }
    assertThat(bench.clockOk()).isTrue();
    assertThat(timer.closed).isTrue();
    bench.close();
  }

  @Test
  void timingPrintsWhatIsNotValid() {
    assertThat(new Timing(10, 2e-7, 600, true, true))
        .hasToString("10 operations, each 60.00 cycles and 20.00 ns");
    assertThat(new Timing(1, 0, 0, false, false))
        .hasToString("1 operations, each no valid cycles and no valid time");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesNumbersThatAreNotPositiveAndFinite(double bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bench.targetSeconds(bad))
        .withMessageContaining("targetSeconds must be positive and finite, not " + bad);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bench.measure(n -> {}, bad))
        .withMessageContaining("base must be positive and finite, not " + bad);
  }
}
