// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntConsumer;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

class Extended32Test {

  /** A machine whose exact 64-bit count and clock a test sets. */
  private static final class Machine {
    long count;
    long ns;
    int reads;

    /** Actions after a read, by its number. */
    IntConsumer afterRead = read -> {};

    Extended32 extended(long estimatedHz) {
      return new Extended32(this::read, () -> ns, estimatedHz);
    }

    private long read() {
      int low = (int) count;
      afterRead.accept(++reads);
      return low;
    }

    void pass(long ns, double hz) {
      this.ns += ns;
      count += Math.round(ns * 1e-9 * hz);
    }
  }

  /** Lets time pass before a read, by its number and a mean rate in Hz. */
  private interface Passing {
    void pass(Machine machine, Random random, int read, double meanHz);
  }

  /** Compares many machines' counts of 200 reads; the estimate may be wrong by this factor. */
  private static void isExact(int seed, double maxError, Passing time) {
    Random random = new Random(seed);
    for (int run = 0; run < 300; run++) {
      Machine machine = new Machine();
      machine.count = random.nextLong() >>> 16;
      double hz = 10_000_000 + random.nextInt(2_000_000_000);
      double error = Math.pow(maxError, 2 * random.nextDouble() - 1);
      Extended32 extended = machine.extended((long) (hz * error));
      long origin = extended.ticks() - machine.count;
      for (int i = 0; i < 200; i++) {
        time.pass(machine, random, i, hz);
        long ticks = extended.ticks() - origin;
        if (ticks != machine.count) { // so many assertions take longer than what they look at
          assertThat(ticks).as("run %d read %d", run, i).isEqualTo(machine.count);
        }
      }
    }
  }

  /** A hundred reads in half a second; then pauses of which the longest is a day. */
  @Test
  void isExactWhereTheEstimateIsWrongByThreeTimesEitherWay() {
    isExact(
        32,
        3,
        (machine, random, read, hz) ->
            machine.pass(
                (long) ((read < 100 ? 10_000_000 : 86_400e9) * Math.pow(random.nextDouble(), 6)),
                hz));
  }

  /**
   * The rate wanders from half to one and a half times its mean, as core cycles' does. The average
   * so far is in the same range: its error is at most the mean rate.
   */
  @Test
  void isExactWhileTheRateWandersAndPredictionsAreHalfAWrapOff() {
    isExact(
        33,
        1,
        (machine, random, read, meanHz) ->
            machine.pass(
                (long) (0.95 * (1L << 31) / meanHz * 1e9 * random.nextDouble()),
                meanHz * (0.5 + random.nextDouble())));
  }

  /** Nothing predicts this rate; libcpucycles would take wraps that were not there, too. */
  @Test
  void neverStepsBackWhereTheRateJumps() {
    Random random = new Random(34);
    for (int run = 0; run < 100; run++) {
      Machine machine = new Machine();
      Extended32 extended = machine.extended(1_000_000_000);
      long last = extended.ticks();
      for (int i = 0; i < 200; i++) {
        machine.pass(random.nextInt(2_000_000_000), 3e9 * random.nextDouble());
        long ticks = extended.ticks();
        assertThat(ticks).as("run %d read %d", run, i).isGreaterThanOrEqualTo(last);
        assertThat((int) ticks).isEqualTo((int) machine.count);
        last = ticks;
      }
    }
  }

  @Test
  void observesTheRateInAMillisecond() {
    Machine machine = new Machine();
    machine.afterRead = read -> machine.pass(100, 1e9);
    Extended32 extended = machine.extended(3_000_000_000L);
    extended.observe();
    machine.afterRead = read -> {};
    machine.pass(300_000_000_000L, 1e9);
    assertThat(extended.ticks()).isEqualTo(machine.count);
  }

  @Test
  void takesNoOlderReadingForAWrap() {
    Machine machine = new Machine();
    machine.count = 1L << 40;
    Extended32 extended = machine.extended(1_000_000_000);
    long origin = extended.ticks() - machine.count;
    machine.pass(3_000_000_000L, 1.4e9);
    extended.ticks();
    machine.count -= 1000; // read by a thread before the one that corrected the drift
    assertThat(extended.ticks() - origin).isEqualTo(machine.count);
  }

  @Test
  void dropsCorrectionByOlderReading() {
    Machine machine = new Machine();
    Extended32[] extended = {machine.extended(1_000_000_000)};
    boolean[] isOvertaken = {false};
    TickSource source =
        () -> {
          if (isOvertaken[0]) { // by another thread's reading, 15 ms after the look at the clock
            isOvertaken[0] = false;
            machine.pass(15_000_000, 3e9);
            extended[0].ticks();
          }
          return machine.count;
        };
    extended[0] = new Extended32(source, () -> machine.ns, 1_000_000_000);
    machine.pass(1_000_000, 3e9);
    isOvertaken[0] = true;
    extended[0].ticks();
    machine.pass(300_000_000_000L, 3e9);
    assertThat(extended[0].ticks()).isEqualTo(machine.count);
  }

  @Test
  void readsAgainAfterASuspensionInTheMiddle() {
    Machine machine = new Machine();
    machine.afterRead = // two of three times the whole JVM stands still for 9 s
        read -> machine.pass(read % 3 == 1 ? 0 : 9_000_000_000L, 1.1e9);
    Extended32 extended = machine.extended(1_000_000_000);
    assertThat(extended.ticks()).isEqualTo(machine.count);
    assertThat(extended.startTicks()).isEqualTo(machine.count);
    assertThat(extended.stopTicks()).isEqualTo(machine.count);
    assertThat(machine.reads).isEqualTo(1 + 3 * 3);
  }

  @Test
  void ignoresWhatWasKnownBeforeASuspension() {
    Machine machine = new Machine();
    machine.count = 123;
    double trueHz = 1.5e9;
    Extended32[] extended = new Extended32[1];
    boolean[] suspends = {false};
    extended[0] =
        new Extended32(
            () -> (int) machine.count,
            () -> {
              if (suspends[0]) {
                suspends[0] = false;
                for (int i = 0; i < 10; i++) { // while other threads read
                  machine.pass(1_000_000_000, trueHz);
                  extended[0].ticks();
                }
              }
              return machine.ns;
            },
            1_000_000_000);
    assertThat(extended[0].ticks()).isEqualTo(machine.count);
    suspends[0] = true;
    assertThat(extended[0].ticks()).isEqualTo(machine.count);
    suspends[0] = true;
    assertThat(extended[0].startTicks()).isEqualTo(machine.count);
    suspends[0] = true;
    assertThat(extended[0].stopTicks()).isEqualTo(machine.count);
  }

  @Test
  void readsFastCounterAgainAfterAShorterSuspension() {
    Machine machine = new Machine();
    double hz = 400e9; // wraps every 10.7 ms
    int[] reads = {0};
    Extended32 extended =
        new Extended32(
            () -> {
              machine.pass(++reads[0] == 2 ? 6_000_000 : 0, hz);
              return machine.count;
            },
            () -> machine.ns,
            (long) hz);
    machine.pass(10_000_000, hz);
    assertThat(extended.ticks()).isEqualTo(machine.count);
    assertThat(extended.ticks()).isEqualTo(machine.count);
  }
}
