// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories of a machine, each of a fixed seed, against what the clock promises. */
class HistoriesTest {

  private static final int CALIBRATIONS = 60;

  /** Ticks per nanosecond of a time-stamp counter, and of slower ones. */
  private static final double[] RATES = {3.2, 2.6, 1, 0.1, 0.024};

  /** A reading, the clock then, and the first conversion. */
  private record Stamp(long cycles, long nanoTime, long converted) {}

  private static final class History {
    private final Random random;
    private final ScriptedMachine machine;
    private final PairCalibration calibration;
    private final CycleClock clock;
    private final double nominal;
    private final List<Stamp> stamps = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long checks;
    private long troubles;
    private long latest;

    /** The recalibrations when the last trouble came; -1 if all is well. */
    private long troubledSince = -1;

    /** Calibrations until what stands still goes on. */
    private int standing;

    History(long seed) {
      random = new Random(seed);
      nominal = RATES[random.nextInt(RATES.length)];
      machine = new ScriptedMachine(seed, off(nominal));
      if (random.nextInt(4) == 0) {
        machine.resolutions(nominal < 1 ? 1 : 50, random.nextBoolean() ? 100 : 1);
      }
      calibration = machine.calibration();
      clock = new CycleClock(calibration, "");
      latest = clock.nanos();
    }

    /** Off by up to 500 millionths. */
    private double off(double rate) {
      return rate * (1 + (random.nextDouble() - 0.5) * 1e-3);
    }

    History run() {
      long delayNs = PairsOnLine.PERIOD_NS;
      for (int i = 0; i < CALIBRATIONS; i++) {
        delayNs += random.nextInt(8) == 0 ? random.nextInt(10) * 200_000_000L : 0; // it is late
        int readings = 1 + random.nextInt(8);
        int trouble = random.nextInt(12) == 0 ? random.nextInt(readings) : -1;
        for (int j = 0; j < readings; j++) {
          machine.pass(random.nextLong(delayNs / readings) + 1);
          if (j == trouble && standing == 0) {
            trouble();
          }
          read();
        }
        if (standing > 0 && --standing == 0) {
          machine.counterStands(false);
          machine.clockStands(false);
          troubledSince = Math.max(troubledSince, clock.recalibrations());
        }
        delayNs = calibration.step();
        if (troubledSince < 0 && !calibration.segment().estimate().isBounded()) {
          violations.add("began anew without trouble");
        }
        if (troubledSince >= 0 && clock.recalibrations() > troubledSince) {
          troubledSince = -1;
        }
      }
      stamps.forEach(this::convertAgain);
      return this;
    }

    private void trouble() {
      troubles++;
      // Where two come at once, the second may hide in the pairs by which the first is overcome.
      troubledSince = troubledSince < 0 ? clock.recalibrations() : troubledSince + 1;
      long ns = 20_000 + (random.nextLong() >>> 25 + random.nextInt(20));
      long ticks = (long) (ns * machine.rate());
      switch (random.nextInt(7)) {
        case 0 -> machine.jumpCounter(ticks);
        case 1 -> machine.jumpCounter(-ticks); // to readings that stamps have
        case 2 -> machine.jumpClock(ns);
        case 3, 4 -> {
          machine.counterStands(random.nextBoolean());
          machine.clockStands(random.nextBoolean()); // both: a machine that is stopped
          standing = 1 + random.nextInt(5);
        }
        case 5 -> machine.rate(machine.rate() * (random.nextBoolean() ? 1.0005 : 0.9995));
        default -> { // lost
          machine.jumpCounter(1L << 59);
          machine.rate(off(nominal));
          machine.become("successor", random.nextInt(3) == 0 ? Scope.THREAD : Scope.SYSTEM);
        }
      }
    }

    private void read() {
      long nanos = clock.nanos();
      if (nanos < latest) {
        violations.add("backwards by " + (latest - nanos));
      }
      latest = nanos;
      if (troubledSince < 0 && clock.reason().isEmpty()) {
        Stamp stamp =
            new Stamp(
                machine.exactCycles(),
                machine.exactNanoTime(),
                clock.toNanos(machine.exactCycles()));
        check(stamp, "at once");
        stamps.add(stamp);
      }
    }

    private void check(Stamp stamp, String when) {
      checks++;
      long error = Math.abs(stamp.converted() - stamp.nanoTime());
      long bound = clock.errorBoundNanos(stamp.cycles());
      if (error > bound) {
        violations.add(when + ": off by " + error + ", not " + bound);
      }
    }

    private void convertAgain(Stamp stamp) {
      check(stamp, "later");
      if (clock.toNanos(stamp.cycles()) != stamp.converted()) {
        violations.add("has two times");
      }
    }
  }

  /** Two of these, 220 and 256, need each rule by which a run of pairs ends. */
  @Test
  void holdsBoundAndNeverRunsBackwards() {
    run(200, 300);
  }

  @Test
  @Tag("long")
  void holdsBoundAndNeverRunsBackwardsInTenTimesAsManyHistories() {
    run(0, 1000);
  }

  private static void run(int from, int to) {
    long checks = 0;
    long troubles = 0;
    long recalibrations = 0;
    for (int seed = from; seed < to; seed++) {
      History history = new History(seed).run();
      assertThat(history.violations).as("seed %d", seed).isEmpty();
      checks += history.checks;
      troubles += history.troubles;
      recalibrations += history.clock.recalibrations();
    }
    assertThat(checks).isGreaterThan(200L * (to - from));
    assertThat(troubles).isGreaterThan(3L * (to - from));
    assertThat(recalibrations).isGreaterThan(troubles / 2);
  }
}
