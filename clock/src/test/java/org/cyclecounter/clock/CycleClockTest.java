// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CycleClockTest {

  private static final long SECOND = 1_000_000_000;
  private static final long HOUR = 3600 * SECOND;

  private final ScriptedMachine machine = new ScriptedMachine(42, 3.2);
  private final PairCalibration calibration = machine.calibration();
  private final CycleClock clock = new CycleClock(calibration, "");

  /** Lets time pass, with calibrations when they are due. */
  private void run(long ns) {
    long end = machine.exactNanoTime() + ns;
    while (machine.exactNanoTime() - end < 0) {
      machine.pass(calibration.step());
    }
  }

  @Nested
  class Refuses {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "THREAD | so each thread has its own count",
          "CORE   | so cores may differ, as with a time-stamp counter that the kernel has given up"
        })
    void countersOfNarrowerScope(Scope scope, String why) {
      machine.become("scripted", scope);
      assertThatThrownBy(() -> CycleClock.of(machine))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("scripted cannot be a clock: its scope is " + scope + ", " + why);
    }

    private void assertRefused(TimeSource time) {
      PairReader reader = PairReader.of(machine, machine::nanoTime);
      assertThatThrownBy(() -> new PairCalibration(reader, time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("scripted cannot be a clock: ten calibrations do not agree on its rate");
    }

    @Test
    void counterThatStandsStill() {
      machine.counterStands(true);
      assertRefused(machine.time());
    }

    @Test
    void counterThatRunsBackwards() {
      machine.rate(-1);
      assertRefused(machine.time());
    }

    /** A core's cycles, whose rate follows the load. */
    @ParameterizedTest
    @ValueSource(ints = {2, 6, 11})
    void rateThatChanges(int calibration) {
      int[] pauses = {0};
      TimeSource time = machine.time();
      assertRefused(
          new TimeSource(
              time.nanoTime(),
              time.wall(),
              ns -> {
                machine.rate(++pauses[0] == calibration ? 3.201 : machine.rate());
                machine.pass(ns);
              }));
    }
  }

  @Test
  void boundIsAPairsWidthAndGrowsWithSilence() {
    run(5 * SECOND);
    long cycles = machine.exactCycles();
    long now = clock.errorBoundNanos(cycles);
    assertThat(now).isBetween(20L, 150L);
    long inAnHour = clock.errorBoundNanos(cycles + (long) (3.2 * HOUR));
    assertThat(inAnHour).isGreaterThan(HOUR / 10_000_000).isLessThan(HOUR / 100_000);
  }

  @ParameterizedTest
  @CsvSource({
    "133, 100, 141", // 24 MHz scaled to cycles, Windows' clock
    "3200, 1, 1000", // whole microseconds scaled to cycles
  })
  void neverBoundsLessThanResolutionOfClockAndCounter(long ticks, long ns, long leastNs) {
    machine.resolutions(ticks, ns);
    PairCalibration coarse = machine.calibration();
    coarse.step();
    assertThat(coarse.segment().errorBoundNanos(machine.exactCycles())).isGreaterThan(leastNs);
  }

  @Test
  void convertsReadingsOfTheLastHour() {
    List<long[]> readings = new ArrayList<>();
    while (readings.size() < 18_000) {
      run(SECOND / 5);
      long cycles = machine.exactCycles();
      readings.add(
          new long[] {
            cycles, machine.exactNanoTime(), clock.toNanos(cycles), clock.errorBoundNanos(cycles)
          });
    }
    for (long[] reading : readings) {
      assertThat(clock.toNanos(reading[0])).isEqualTo(reading[2]);
      assertThat(clock.errorBoundNanos(reading[0])).isEqualTo(reading[3]);
      assertThat(Math.abs(reading[2] - reading[1])).isLessThanOrEqualTo(reading[3]);
    }
    run(3 * HOUR);
    long extrapolated = clock.errorBoundNanos(readings.get(0)[0]);
    assertThat(extrapolated).isGreaterThan(readings.get(0)[3]).isLessThan(SECOND);
  }

  @Test
  void convertsWithoutAllocating() {
    run(SECOND);
    long old = machine.exactCycles();
    run(SECOND);
    long fresh = machine.exactCycles();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = Long.MAX_VALUE;
    long sum = 0;
    for (int i = 0; i < 10; i++) { // the JVM itself allocates at times, for a class that it links
      long before = threads.getCurrentThreadAllocatedBytes();
      sum += convert(old, fresh);
      allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(sum).isNotZero();
    assertThat(allocated).isZero();
  }

  private long convert(long old, long fresh) {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += clock.toNanos(old) + clock.toEpochNanos(fresh) + clock.errorBoundNanos(old);
      sum += clock.nanos();
    }
    return sum;
  }

  /** Readings close together keep their order, also where the line changes. */
  @Test
  void isContinuous() {
    run(SECOND);
    for (int i = 0; i < 100; i++) {
      calibration.step();
      TicksToNanos next = calibration.segment().next();
      for (long cycles = next.ticks() - 20; cycles < next.ticks() + 20; cycles++) {
        assertThat(clock.toNanos(cycles + 1) - clock.toNanos(cycles)).isBetween(0L, 1L);
      }
      machine.pass(PairsOnLine.PERIOD_NS);
    }
  }

  @Nested
  class BeginsAnew {

    private void assertAnew(Runnable trouble) {
      run(3 * SECOND);
      long before = machine.exactCycles();
      long converted = clock.toNanos(before);
      long nanos = clock.nanos();
      machine.pass(SECOND / 10);
      trouble.run();
      machine.pass(SECOND / 10);
      long between = machine.exactCycles();
      run(SECOND);
      assertThat(clock.recalibrations()).isEqualTo(1);
      long cycles = machine.exactCycles();
      assertThat(clock.errorBoundNanos(cycles)).isLessThan(1000);
      assertThat(clock.toNanos(cycles))
          .isCloseTo(machine.exactNanoTime(), within(clock.errorBoundNanos(cycles)));
      assertThat(clock.toNanos(before)).isEqualTo(converted);
      assertThat(clock.errorBoundNanos(between)).isEqualTo(Long.MAX_VALUE);
      assertThat(clock.nanos()).isGreaterThanOrEqualTo(nanos);
    }

    @Test
    void whenTheClockWentOnWithoutTheCounter() {
      assertAnew(() -> machine.jumpClock(HOUR / 2));
    }

    @Test
    void whenTheCounterWentOnWithoutTheClock() {
      assertAnew(() -> machine.jumpCounter((long) (3.2 * HOUR)));
    }

    @Test
    void whenTheCounterBeganFarBelow() {
      assertAnew(() -> machine.jumpCounter(-(1L << 50)));
    }

    @Test
    void whenTheMachineMigratedToAnotherRate() {
      assertAnew(() -> machine.rate(2.6));
    }

    @Test
    void whenTheCounterWasLost() {
      assertAnew(
          () -> {
            machine.jumpCounter(1L << 59);
            machine.rate(1);
            machine.become("successor", Scope.SYSTEM);
          });
      assertThat(clock.counter()).isEqualTo("successor");
      assertThat(clock.reason()).isEmpty();
    }
  }

  @Test
  void extrapolatesWithABoundBeforeItsFirstPair() {
    run(3 * HOUR);
    long cycles = machine.exactCycles() - (long) (3.2 * 4 * HOUR);
    long error = clock.toNanos(cycles) - (machine.exactNanoTime() - 4 * HOUR);
    assertThat(Math.abs(error)).isLessThanOrEqualTo(clock.errorBoundNanos(cycles));
    assertThat(clock.errorBoundNanos(cycles)).isLessThan(SECOND);
  }

  @Test
  void goesOnWithTheClockWhenTheSuccessorOfALostCounterIsNarrower() {
    run(SECOND);
    machine.jumpCounter(1L << 59);
    machine.become("thread-cputime", Scope.THREAD);
    run(SECOND);
    assertThat(clock.counter()).isEqualTo("default-monotonic");
    assertThat(clock.reason()).startsWith("thread-cputime cannot be a clock: its scope is THREAD");
    assertThat(clock.errorBoundNanos(machine.exactCycles())).isEqualTo(Long.MAX_VALUE);
    assertThat(clock.nanos()).isCloseTo(machine.exactNanoTime(), within(1000L));
  }

  /** The extrapolated hour would stand still for an hour afterwards. */
  @Test
  void doesNotShowAnHourThatOnlyTheCounterSaw() {
    run(SECOND);
    machine.jumpCounter((long) (3.2 * HOUR));
    assertThat(clock.nanos()).isCloseTo(machine.exactNanoTime(), within(1000L));
  }

  @Test
  void nanosReadsTheClockWhileTheCounterStands() {
    run(SECOND);
    machine.counterStands(true);
    run(SECOND);
    assertThat(clock.nanos()).isCloseTo(machine.exactNanoTime(), within(1000L));
  }

  /** Less than since the last pair: no calibration can tell it from a reading that waited. */
  @Test
  void nanosKeepsItsLatestValueWhenTheCounterStepsBackALittle() {
    run(SECOND);
    machine.pass(1_000_000);
    long nanos = clock.nanos();
    machine.jumpCounter(-100_000);
    assertThat(clock.nanos()).isEqualTo(nanos);
  }

  @Test
  void followsTheWallClock() {
    run(SECOND);
    long cycles = machine.exactCycles();
    long epoch = clock.toEpochNanos(cycles);
    assertThat(epoch).isCloseTo(machine.exactWallNs(), within(10L));
    run(SECOND);
    assertThat(clock.toEpochNanos(cycles)).isEqualTo(epoch);
    machine.setWall(-HOUR);
    run(SECOND);
    assertThat(clock.toEpochNanos(cycles)).isCloseTo(epoch - HOUR, within(10L));
  }
}
