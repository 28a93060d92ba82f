// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** The precision of several attempts together, and of one attempt in Java. */
class PrecisionTest {

  private static final int[] NONE = {0};
  private static final long[] QUICK = {1001};

  private final long[] state = {0, 0, 0};

  /** Attempts that a test writes, the last again and again. */
  private static final class Attempts extends Sampler {
    private final long[] smallest;
    private final int[] equal;
    private final long[] readingsNs;
    private int made;

    Attempts(long[] smallest, int[] equal, long[] readingsNs) {
      this.smallest = smallest;
      this.equal = equal;
      this.readingsNs = readingsNs;
    }

    private int last(int length) {
      return Math.min(made, length) - 1;
    }

    @Override
    public long smallest(int bits, Ratio cyclesPerTick) {
      made++;
      super.readingsNs = readingsNs[last(readingsNs.length)];
      return smallest[last(smallest.length)];
    }

    @Override
    void read(int number) {}

    @Override
    double quickestRead(double nanos) {
      return nanos / 2;
    }

    @Override
    public int equal() {
      return equal[last(equal.length)];
    }

    @Override
    public long reading(int index) {
      return index % 10 == 0 ? 26L * index - 25 : 26L * index;
    }
  }

  @Test
  void takesMedianDifferenceForTypical() {
    Attempts attempts = new Attempts(of(1), NONE, QUICK);
    assertThat(attempts.typical(64, Ratio.ONE)).isEqualTo(26);
    assertThat(attempts.typical(32, Ratio.of(3, 1))).isEqualTo(78);
  }

  private static Precision measure(Attempts attempts, int max, boolean mustRise) {
    return Precision.measure(attempts, 64, Ratio.ONE, max, mustRise);
  }

  private static long[] of(long... values) {
    return values;
  }

  private static Precision measure(TickSource source, int bits, Ratio cyclesPerTick) {
    return Precision.measure(
        new JavaSampler(source), bits, cyclesPerTick, Precision.ATTEMPTS, false);
  }

  @Test
  void takesTheSmallestDifferenceAndTheQuickestTimeOfAllAttempts() {
    Attempts attempts = new Attempts(of(0, -1, 9, 5, 7), NONE, of(5005, 2002, 3003));
    assertThat(measure(attempts, 5, false)).isEqualTo(new Precision(5, Problem.NONE, 0, 5, 2));
    assertThat(
            measure(new Attempts(of(5), NONE, of(16_000_000, 5_000_000, 10_010)), 3, false)
                .nanosPerRead())
        .as("interrupted, and interrupted again")
        .isEqualTo(10);
    assertThat(measure(new Attempts(of(5), NONE, of(900_900)), 10, false).nanosPerRead())
        .isEqualTo(900);
    assertThat(measure(new Attempts(of(0, 0, 2, 1, 3), NONE, QUICK), 5, false).cycles())
        .isEqualTo(1);
  }

  @Test
  void takesTheLastProblemWhereEveryAttemptFailed() {
    assertThat(measure(new Attempts(of(-1, 0), NONE, QUICK), 4, false))
        .isEqualTo(new Precision(0, Problem.STANDS_STILL, 0, 4, 1));
    assertThat(measure(new Attempts(of(0, -1), NONE, QUICK), 2, false))
        .isEqualTo(new Precision(0, Problem.RUNS_BACKWARDS, 0, 2, 1));
  }

  @Test
  void forgivesTenEqualReadingsOfEventsAndNotEleven() {
    assertThat(measure(new Attempts(of(3), new int[] {500, 10, 600}, QUICK), 3, true))
        .isEqualTo(new Precision(3, Problem.NONE, 10, 3, 1));
    assertThat(measure(new Attempts(of(3), new int[] {500, 11, 600}, QUICK), 3, true))
        .isEqualTo(new Precision(0, Problem.STANDS_STILL_AT_TIMES, 11, 3, 1));
    assertThat(measure(new Attempts(of(3), new int[] {11}, QUICK), 3, false).cycles()).isEqualTo(3);
  }

  @Test
  void countsNoEqualReadingsOfAFailedAttempt() {
    assertThat(measure(new Attempts(of(0, 4), new int[] {0, 700}, QUICK), 2, true))
        .isEqualTo(new Precision(0, Problem.STANDS_STILL_AT_TIMES, 700, 2, 1));
    assertThat(measure(new Attempts(of(0), NONE, QUICK), 2, true))
        .isEqualTo(new Precision(0, Problem.STANDS_STILL, 0, 2, 1));
  }

  @Test
  void takesTheSmallestPositiveDifferenceOfReadings() {
    TickSource uneven = () -> state[0] += state[1]++ % 3 == 0 ? 0 : 20 + state[1] % 7;
    assertThat(measure(uneven, 64, Ratio.ONE).cycles()).isEqualTo(20);
    state[0] = 0;
    assertThat(measure(() -> state[0]++, 64, Ratio.of(13, 4)).cycles())
        .as("truncated")
        .isEqualTo(3);
  }

  @Test
  void takesAWrapOf32BitsForADecreaseAndMeasuresAgain() {
    state[0] = 0xffff_f000L;
    assertThat(measure(() -> (int) (state[0] += 7), 32, Ratio.ONE).cycles()).isEqualTo(7);
  }

  @Test
  void readsSlowCounterInThreeAttemptsAndTimesItInRounds() {
    Precision precision = measure(new Attempts(of(3), NONE, of(1_001_000)), 10, false);
    assertThat(precision).isEqualTo(new Precision(3, Problem.NONE, 0, 3, 500));
  }

  /** Its reads become cheaper late, as when a busy machine compiles it; others run meanwhile. */
  @Test
  void warmsUpByReadsAndNotByTimeThatOthersTake() {
    TickSource late =
        () -> {
          if (++state[0] < 100_000 && state[0] % 5_000 == 0) {
            LockSupport.parkNanos(5_000_000);
          }
          state[2] = System.nanoTime(); // no cheaper than a clock
          return state[1] += state[0] < 100_000 ? 100 : 10;
        };
    JavaSampler sampler = new JavaSampler(late);
    sampler.warmUp();
    assertThat(sampler.smallest(64, Ratio.ONE)).isEqualTo(10);
  }
}
