// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trouble that is small, or that comes while a segment is made. */
class PairCalibrationTest {

  private static final long SECOND = 1_000_000_000;

  private final ScriptedMachine machine = new ScriptedMachine(43, 3.2);
  private final PairCalibration calibration = machine.calibration();
  private final CycleClock clock = new CycleClock(calibration, "");

  /** By more than the width of a pair. */
  @ParameterizedTest
  @ValueSource(ints = {200, 450, 600, 800, 1000, 2000})
  void noticesRateThatBreaksBound(int billionths) {
    for (int tenths = 0; tenths < 10; tenths++) {
      run(25);
      machine.pass(calibration.step() / 10 * tenths);
      machine.rate(machine.rate() * (1 + billionths * 1e-9));
      List<long[]> readings = new ArrayList<>();
      for (int i = tenths; i < 100; i++) {
        machine.pass(SECOND / 50);
        readings.add(new long[] {machine.exactCycles(), machine.exactNanoTime()});
        if (i % 10 == 9) {
          calibration.step();
        }
      }
      for (long[] reading : readings) {
        double broken =
            Math.abs(clock.toNanos(reading[0]) - reading[1]) - clock.errorBoundNanos(reading[0]);
        assertThat(broken).isLessThan(2 * calibration.segment().estimate().halfNs());
      }
    }
    assertThat(clock.recalibrations()).isBetween(billionths < 500 ? 0L : 10L, 10L);
  }

  /** Time first, bound then; in between, the clock has begun anew. */
  @Test
  void promisesNothingOfATimeFromBeforeItBeganAnew() {
    List<long[]> readings = new ArrayList<>();
    List<CycleClock> clocks = new ArrayList<>();
    TimeSource time = machine.time();
    InstantSource wall = // asked while a segment is made
        () -> {
          long cycles = machine.exactCycles();
          long nanos = machine.exactNanoTime();
          clocks.forEach(c -> readings.add(new long[] {cycles, nanos, c.toNanos(cycles)}));
          return time.wall().instant();
        };
    PairReader reader = PairReader.of(machine, machine::nanoTime);
    PairCalibration interrupted =
        new PairCalibration(reader, new TimeSource(time.nanoTime(), wall, time.pause()));
    CycleClock another = new CycleClock(interrupted, "");
    clocks.add(another);
    machine.jumpClock(3600 * SECOND);
    for (int i = 0; i < 20; i++) {
      machine.pass(interrupted.step());
    }
    assertThat(another.recalibrations()).isEqualTo(1);
    assertThat(readings).isNotEmpty();
    for (long[] reading : readings) {
      long error = Math.abs(reading[2] - reading[1]);
      assertThat(error).isLessThanOrEqualTo(another.errorBoundNanos(reading[0]));
    }
  }

  private void run(int pairs) {
    for (int i = 0; i < pairs; i++) {
      machine.pass(calibration.step());
    }
  }

  private void jump(long ns) {
    machine.jumpCounter((long) (ns * machine.rate()));
  }

  /** The two jumps come between two pairs. */
  @ParameterizedTest
  @CsvSource({"-2000, 0", "-1000, -3000", "-300, 0", "-3599000, 0"})
  void readingsBelowWhichCounterWasSetBackKeepTheirTimeOnly(int firstMs, int secondMs) {
    run(50);
    long reading = machine.exactCycles();
    long nanos = clock.toNanos(reading);
    machine.pass(SECOND / 10);
    jump(firstMs * 1_000_000L);
    machine.pass(1_000_000);
    long between = machine.exactCycles();
    jump(secondMs * 1_000_000L);
    for (int i = 0; i < 80; i++) {
      run(1);
      assertThat(clock.errorBoundNanos(reading)).isEqualTo(Long.MAX_VALUE);
      assertThat(clock.toNanos(reading)).isEqualTo(nanos);
    }
    assertThat(clock.errorBoundNanos(between)).isEqualTo(Long.MAX_VALUE);
    assertThat(clock.nanos()).isCloseTo(machine.exactNanoTime(), within(1000L));
  }

  /** By the time that it shows the reading again, nobody may ask for the older one. */
  @Test
  void readingsThatCounterNeedsAnHourToReachKeepTheirBound() {
    run(50);
    long reading = machine.exactCycles();
    long boundNs = clock.errorBoundNanos(reading);
    machine.pass(SECOND / 2);
    run(2);
    jump(-3602 * SECOND);
    run(10);
    assertThat(clock.errorBoundNanos(reading)).isEqualTo(boundNs);
    assertThat(clock.errorBoundNanos(machine.exactCycles())).isLessThan(1000);
  }

  @Test
  void readingsThatCounterDoesNotShowAgainKeepTheirBound() {
    run(50);
    long reading = machine.exactCycles();
    long boundNs = clock.errorBoundNanos(reading);
    run(20);
    jump(-3 * SECOND);
    run(10);
    assertThat(clock.errorBoundNanos(reading)).isEqualTo(boundNs);
    assertThat(clock.errorBoundNanos(machine.exactCycles())).isEqualTo(Long.MAX_VALUE);
    run(20);
    assertThat(clock.errorBoundNanos(machine.exactCycles())).isLessThan(1000);
  }

  @Test
  void readingFromBeforeTheClockHasNoBoundAfterCounterWasSetBackToIt() {
    long reading = machine.exactCycles() - (long) (10 * SECOND * machine.rate());
    run(10);
    long nanos = clock.toNanos(reading);
    assertThat(clock.errorBoundNanos(reading)).isLessThan(SECOND);
    jump(-20 * SECOND);
    run(80);
    assertThat(clock.toNanos(reading)).isEqualTo(nanos);
    assertThat(clock.errorBoundNanos(reading)).isEqualTo(Long.MAX_VALUE);
  }

  /** It went on by more between two pairs than the earlier rate tells. */
  @Test
  void readingsAreSharedFromWhereFasterCounterBegan() {
    run(50);
    long reading = machine.exactCycles();
    calibration.step();
    machine.rate(2 * machine.rate());
    machine.jumpCounter(reading - machine.exactCycles() - 100);
    machine.pass(SECOND / 5);
    run(10);
    assertThat(clock.errorBoundNanos(reading)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void troubleThatLastsTakesNoSegments() {
    run(30);
    long index = calibration.segment().index();
    machine.counterStands(true);
    run(50);
    machine.counterStands(false);
    machine.become("successor", Scope.THREAD);
    run(50);
    assertThat(calibration.segment().index()).isLessThan(index + 5);
  }

  /** It was made when the thread was late, and then there was trouble. */
  @Test
  void readingDoesNotBelongToWhatTheCounterShowedBeforeItWasSetBack() {
    run(30);
    machine.jumpCounter(-(long) (3 * SECOND * machine.rate()));
    run(10);
    machine.pass(SECOND);
    long reading = machine.exactCycles();
    long nanos = clock.toNanos(reading);
    machine.jumpClock(3600 * SECOND);
    run(10);
    assertThat(clock.recalibrations()).isEqualTo(2);
    assertThat(clock.toNanos(reading)).isEqualTo(nanos);
    assertThat(clock.errorBoundNanos(reading)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void retriesEverLessOftenWhileCounterStands() {
    run(10);
    calibration.step();
    machine.counterStands(true);
    List<Long> delaysMs = new ArrayList<>();
    while (delaysMs.size() < 10) {
      machine.pass(1);
      delaysMs.add(calibration.step() / 1_000_000);
    }
    assertThat(delaysMs).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 200L, 200L);
    machine.counterStands(false);
    run(10);
    calibration.step();
    machine.counterStands(true);
    assertThat(calibration.step()).isEqualTo(1_000_000);
  }

  /** The thread was kept waiting between the pair and the write. */
  @Test
  void beginsAnewIfItPublishesTooLate() {
    TimeSource time = machine.time();
    boolean[] isLate = {false};
    TimeSource late =
        new TimeSource(
            time.nanoTime(),
            () -> {
              machine.pass(isLate[0] ? PairsOnLine.PERIOD_NS : 0);
              return time.wall().instant();
            },
            time.pause());
    PairCalibration calibration =
        new PairCalibration(PairReader.of(machine, machine::nanoTime), late);
    isLate[0] = true;
    calibration.step();
    assertThat(calibration.segment().estimate().isBounded()).isFalse();
  }
}
