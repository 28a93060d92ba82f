// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BenchTest {

  private final FakeTimer timer = new FakeTimer();
  private final List<String> warnings = new ArrayList<>();
  private final Bench bench = FakeTimer.bench(timer).onWarning(FakeTimer.keeping(warnings));

  @Test
  void runsForAboutTheTarget() {
    for (long nanosEach : new long[] {1, 3, 700, 1_000_000, 300_000_000}) {
      Timing timing = bench.measure(timer.work(nanosEach, 3 * nanosEach), 1);
      assertThat(timing.seconds()).isBetween(Math.sqrt(0.5) - 1e-6, 1.5);
      assertThat(timing.secondsPerOperation()).isCloseTo(nanosEach * 1e-9, within(1e-14));
      assertThat(timing.cyclesPerOperation()).isCloseTo(3.0 * nanosEach, within(1e-5));
    }
    assertThat(bench.targetSeconds(0.1).measure(timer.work(10, 30), 1).seconds())
        .isBetween(0.07, 0.15);
  }

  @Test
  void dividesByBaseOfIteration() {
    Timing timing = bench.measure(timer.work(1000, 4096), 1024);
    assertThat(timing.cyclesPerOperation()).isCloseTo(4, within(1e-9));
    assertThat(timing.n() % 1024).isZero();
  }

  @Test
  void subtractsCostOfHarness() {
    timer.readingsCost(1_000_000, 3_000_000);
    Timing timing = bench.measure(timer.work(100_000_000, 7), 1);
    assertThat(timing.secondsPerOperation()).isCloseTo(0.1, within(1e-9));
    assertThat(timing.cyclesPerOperation()).isCloseTo(7, within(1e-9));
  }

  @Test
  void calibratesOnceForAQuarterOfASecond() {
    AtomicLong ns = new AtomicLong();
    Bench scripted = Bench.create(timer, FakeTimer.preparationClock(ns));
    assertThat(scripted.calibrate()).isTrue();
    assertThat(ns).hasValueBetween(250_000_000, 270_000_000);
    int readings = timer.readings;
    timer.timeValid = false; // the verdict is kept
    assertThat(scripted.calibrate()).isTrue();
    timer.timeValid = true;
    scripted.measure(timer.work(1_000_000_000, 1), 1); // one run
    assertThat(timer.readings).isEqualTo(readings + 2);
  }

  @Test
  void endsAtLargestNWhereIterationsTakeNoTime() {
    List<Long> asked = new ArrayList<>();
    Timing timing = bench.measure(asked::add, 2);
    assertThat(timing.n()).isEqualTo(0x1p64);
    assertThat(timing.secondsPerOperation()).isCloseTo(0, within(1e-20));
    assertThat(asked).allMatch(n -> n > 0);
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith(
            "The compiler removed the operation, or merged it with its neighbours: an iteration");
  }

  @Test
  void warnsWhereWarmUpEndsBeforeFunctionIsCompiled() {
    AtomicLong ns = new AtomicLong();
    LongSupplier clock = () -> ns.addAndGet(20_000_000_000L); // beyond the warm-up's limit at once
    Timing timing =
        Bench.create(timer, new PreparationClock(clock, clock))
            .onWarning(warnings::add)
            .measure(timer.work(1, 1), 1);
    assertThat(timing.compiled()).isFalse();
    assertThat(warnings)
        .anyMatch(warning -> warning.startsWith("Not yet compiled: the compilers,"));
  }

  @Test
  void takesRestOfCompilersAndOfSpeedForCompiled() {
    Settling settling = new Settling();
    settling.add(10_000_000, 1_000_000, true);
    for (int window = 0; window < 11; window++) { // at rest for 50 ms at most: too short
      settling.add(10_000_000, window == 5 ? 1_030_000 : 1_000_000, window != 0);
      assertThat(settling.isSettled()).isFalse();
    }
    settling.add(10_000_000, 1_000_000, true);
    assertThat(settling.isSettled()).isTrue();
    Settling slow = new Settling();
    for (int window = 0; window < 31; window++) {
      assertThat(slow.isSettled()).as("no last compiler after %d calls", window * 600).isFalse();
      slow.add(10_000_000, 600, true);
    }
    assertThat(slow.isSettled()).isTrue();
  }

  @Test
  void passesOnExceptionOfFunctionAsCause() {
    IOException thrown = new IOException("disk full");
    assertThatThrownBy(
            () ->
                bench.measure(
                    n -> {
                      throw thrown;
                    },
                    1))
        .isInstanceOf(BenchException.class)
        .hasCause(thrown)
        .hasMessageContaining("disk full");
  }

  @Test
  void endsWhenInterruptedAndKeepsInterrupt() {
    Thread.currentThread().interrupt();
    assertInterrupted(bench::calibrate);
    assertThat(bench.calibrate()).isTrue(); // nothing was kept of it
    BenchFunction interrupting =
        n -> {
          timer.nanos += n;
          Thread.currentThread().interrupt();
        };
    assertInterrupted(() -> bench.measure(interrupting, 1));
    BenchFunction interrupted =
        n -> {
          throw new InterruptedException();
        };
    assertInterrupted(() -> bench.measure(interrupted, 1));
  }

  private static void assertInterrupted(ThrowingCallable use) {
    assertThatThrownBy(use).isInstanceOf(BenchException.class).hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
