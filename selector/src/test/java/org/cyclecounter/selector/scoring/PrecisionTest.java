// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

class PrecisionTest {

  private final long[] state = {0, 0};

  private static Precision measure(TickSource source, int bits, Ratio cyclesPerTick) {
    return Precision.measure(
        new JavaSampler(source), bits, cyclesPerTick, Precision.ATTEMPTS, false);
  }

  @Test
  void aCounterThatDecreasesInOneAttemptIsMeasuredAgain() {
    Precision precision = measure(() -> state[0] += ++state[1] == 500 ? -1_000 : 5, 64, Ratio.ONE);
    assertThat(precision.cycles()).isEqualTo(5);
    assertThat(precision.problem()).isEqualTo(Problem.NONE);
  }

  @Test
  void nineFailedAttemptsAreForgivenAndTenAreNot() {
    assertThat(failing(9).cycles()).isEqualTo(5);
    Precision failed = failing(10);
    assertThat(failed.cycles()).isZero();
    assertThat(failed.problem()).isEqualTo(Problem.RUNS_BACKWARDS);
    assertThat(failed.attempts()).isEqualTo(10);
  }

  private Precision failing(int attempts) {
    state[0] = 0;
    state[1] = 0;
    return measure(
        () -> {
          long read = state[1]++;
          return state[0] += read < 1001L * attempts && read % 1001 == 700 ? -1 : 5;
        },
        64,
        Ratio.ONE);
  }

  @Test
  void aWrapOf32BitsIsADecreaseAndSoMeasuredAgain() {
    state[0] = 0xffff_f000L;
    assertThat(measure(() -> (int) (state[0] += 7), 32, Ratio.ONE).cycles()).isEqualTo(7);
  }

  @Test
  void scaledReadingsAreTruncatedBeforeTheyAreCompared() {
    assertThat(measure(() -> state[0]++, 64, Ratio.of(13, 4)).cycles()).isEqualTo(3);
  }

  @Test
  void aDearCounterIsReadOnceMoreThanNeededAtMost() {
    TickSource slow =
        () -> {
          state[1]++;
          long untilNs = System.nanoTime() + 1000;
          while (System.nanoTime() < untilNs) {
            Thread.onSpinWait();
          }
          return state[0] += 3;
        };
    Precision precision = measure(slow, 64, Ratio.ONE);
    assertThat(precision.attempts()).isEqualTo(1);
    assertThat(state[1]).isEqualTo(1001);
    assertThat(precision.nanosPerRead()).isGreaterThan(999);
  }

  /** Readings that a test writes, taken in no time and looked at for a while. */
  private static final class Written extends Sampler {
    private final long[] readings;

    Written(long[] readings) {
      this.readings = readings;
      readingsNs = 1001;
    }

    @Override
    public long reading(int index) {
      return readings[index];
    }

    @Override
    public long smallest(int bits, Ratio cyclesPerTick) {
      long untilNs = System.nanoTime() + 200_000;
      while (System.nanoTime() < untilNs) {
        Thread.onSpinWait();
      }
      return 7;
    }
  }

  @Test
  void whatAReadTakesIsTheReadingsTimeAlone() {
    Precision precision =
        Precision.measure(new Written(new long[1001]), 64, Ratio.ONE, Precision.ATTEMPTS, false);
    assertThat(precision.nanosPerRead()).isEqualTo(1);
  }

  private static Precision measureEvents(TickSource source) {
    return Precision.measure(new JavaSampler(source), 64, Ratio.ONE, Precision.ATTEMPTS, true);
  }

  /** Rises by 5, but for the first reads of each attempt. */
  private TickSource standingStill(int reads) {
    return () -> {
      long read = state[1]++ % 1001;
      return state[0] += read > 0 && read <= reads ? 0 : 5;
    };
  }

  @Test
  void eventsThatStandStillForMoreThanOneReadInAHundredAreFoundOut() {
    Precision precision = measureEvents(standingStill(11));
    assertThat(precision.problem()).isEqualTo(Problem.STANDS_STILL_AT_TIMES);
    assertThat(precision.cycles()).isZero();
    assertThat(precision.equal()).isEqualTo(11);
    assertThat(precision.attempts()).isEqualTo(10);
  }

  @Test
  void otherCountersMayHaveEqualReadings() {
    Precision precision = measure(() -> state[1]++ / 50 * 7, 64, Ratio.ONE);
    assertThat(precision.cycles()).isEqualTo(7);
    assertThat(precision.equal()).isZero();
  }

  @Test
  void thePrecisionIsTheSmallestPositiveDifference() {
    TickSource uneven = () -> state[0] += state[1]++ % 3 == 0 ? 0 : 20 + state[1] % 7;
    assertThat(measure(uneven, 64, Ratio.ONE).cycles()).isEqualTo(20);
  }
}
