// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
