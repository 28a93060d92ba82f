// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class Extended32Test {

  /** A machine whose exact 64-bit count and clock a test sets. */
  private static final class Machine {
    long count;
    long ns;

    Extended32 extended(long estimatedHz) {
      return new Extended32(() -> (int) count, () -> ns, estimatedHz);
    }

    void pass(long ns, double hz) {
      this.ns += ns;
      count += Math.round(ns * 1e-9 * hz);
    }
  }

  /** Reads often for a while, and then after pauses of up to a day. */
  @Test
  void isExactWhereTheEstimateIsWrongByThreeTimesEitherWay() {
    Random random = new Random(32);
    for (int run = 0; run < 2_000; run++) {
      Machine machine = new Machine();
      machine.count = random.nextLong() >>> 16;
      double hz = 10_000_000 + random.nextInt(2_000_000_000);
      Extended32 extended =
          machine.extended((long) (hz * Math.pow(3, 2 * random.nextDouble() - 1)));
      long origin = extended.ticks() - machine.count;
      for (int i = 0; i < 200; i++) {
        // A hundred reads in half a second; then pauses of which the longest is a day.
        double longestNs = i < 100 ? 10_000_000 : 86_400e9;
        machine.pass((long) (longestNs * Math.pow(random.nextDouble(), 6)), hz);
        assertThat(extended.ticks() - origin).as("run %d read %d", run, i).isEqualTo(machine.count);
      }
    }
  }

  /** The rate wanders from half to one and a half times its mean, as core cycles' does. */
  @Test
  void isExactWhileTheRateWandersAndPredictionsAreHalfAWrapOff() {
    Random random = new Random(33);
    for (int run = 0; run < 2_000; run++) {
      Machine machine = new Machine();
      machine.count = random.nextLong() >>> 16;
      double meanHz = 10_000_000 + random.nextInt(2_000_000_000);
      Extended32 extended = machine.extended((long) meanHz);
      long origin = extended.ticks() - machine.count;
      for (int i = 0; i < 200; i++) {
        // The average so far is in the same range: its error is at most the mean rate.
        double longestNs = 0.95 * (1L << 31) / meanHz * 1e9;
        machine.pass(
            (long) (longestNs * random.nextDouble()), meanHz * (0.5 + random.nextDouble()));
        assertThat(extended.ticks() - origin).as("run %d read %d", run, i).isEqualTo(machine.count);
      }
    }
  }

  @Test
  void anEstimateOfAThirdTakesNoWrapAway() {
    Machine machine = new Machine();
    Extended32 extended = machine.extended(800_000_000);
    long before = extended.ticks();
    machine.pass(1_400_000_000L, 2.4e9);
    assertThat(extended.ticks()).isGreaterThan(before).isEqualTo(machine.count);
  }

  /** Nothing predicts this rate; libcpucycles would take wraps that were not there, too. */
  @Test
  void aRateThatJumpsNeverStepsBack() {
    Random random = new Random(34);
    for (int run = 0; run < 500; run++) {
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
  void aMillisecondShowsTheRate() {
    Machine machine = new Machine();
    Extended32 extended =
        new Extended32(
            () -> {
              machine.pass(100, 1e9);
              return (int) machine.count;
            },
            () -> machine.ns,
            3_000_000_000L);
    extended.observe();
    machine.pass(300_000_000_000L, 1e9);
    assertThat(extended.ticks()).isEqualTo(machine.count);
    Machine still = new Machine();
    still.extended(1_000_000_000).observe(); // ends
  }

  @Test
  void countsTwoWrapsBetweenReads() {
    Machine machine = new Machine();
    machine.count = 123;
    Extended32 extended = machine.extended(1_000_000_000);
    assertThat(extended.ticks()).isEqualTo(123);
    machine.pass(9_000_000_000L, 1e9);
    assertThat(extended.ticks()).isEqualTo(9_000_000_123L).isGreaterThan(2L << 32);
  }

  @Test
  void anOlderReadingIsNotTakenForAWrap() {
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
  void aReadSuspendedInTheMiddleIsTakenAgain() {
    Machine machine = new Machine();
    int[] reads = {0};
    Extended32 extended =
        new Extended32(
            () -> {
              long low = machine.count;
              if (++reads[0] % 2 == 0) {
                machine.pass(20_000_000_000L, 1.1e9); // the whole JVM stands still for 20 s
              }
              return low;
            },
            () -> machine.ns,
            1_000_000_000);
    assertThat(extended.ticks()).isEqualTo(machine.count);
    assertThat(extended.startTicks()).isEqualTo(machine.count);
    assertThat(extended.stopTicks()).isEqualTo(machine.count);
    assertThat(reads[0]).isEqualTo(7);
  }

  @Test
  void aReadSuspendedBeforeTheClockIgnoresWhatWasKnownBefore() {
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
  void aFastCounterIsReadAgainAfterAShorterSuspension() {
    Machine machine = new Machine();
    double hz = 400e9; // wraps every 10.7 ms
    int[] reads = {0};
    Extended32 extended =
        new Extended32(
            () -> {
              if (++reads[0] == 2) {
                machine.pass(15_000_000, hz);
              }
              return machine.count;
            },
            () -> machine.ns,
            (long) hz);
    assertThat(extended.ticks()).isEqualTo(machine.count);
    assertThat(extended.ticks()).isEqualTo(machine.count);
  }

  @Test
  void manyThreadsReadOneRisingCount() throws Exception {
    // 400 GHz: the low 32 bits wrap about every 10 ms.
    long hz = 400_000_000_000L;
    long origin = System.nanoTime();
    Ratio exact = Ratio.of(hz, 1_000_000_000);
    Extended32 made;
    long wraps; // before it is made: it begins with the low 32 bits of the count
    do {
      wraps = exact.times(System.nanoTime() - origin) >>> 32;
      made =
          new Extended32(
              () -> (int) exact.times(System.nanoTime() - origin),
              System::nanoTime,
              hz + hz / 1000);
    } while (exact.times(System.nanoTime() - origin) >>> 32 != wraps);
    Extended32 extended = made;
    long base = wraps << 32;
    int threads = 8;
    CyclicBarrier start = new CyclicBarrier(threads);
    AtomicReference<String> failure = new AtomicReference<>("");
    Thread[] all = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      all[t] =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
                for (int i = 0; i < 100_000; i++) {
                  long least = exact.times(System.nanoTime() - origin);
                  long ticks = base + extended.ticks();
                  long most = exact.times(System.nanoTime() - origin);
                  // A gap of 5 ms is half a wrap: beyond that the machine was too busy to tell.
                  if (most - least < 2_000_000_000L && (ticks < least || ticks > most)) {
                    failure.set(ticks + " not in " + least + ".." + most);
                  }
                }
              });
      all[t].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(failure.get()).isEmpty();
  }
}
