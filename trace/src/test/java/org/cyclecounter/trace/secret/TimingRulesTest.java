// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place;
import org.junit.jupiter.api.Test;

/** The rules by which times become an alarm, with scripted times and a clock that stands still. */
class TimingRulesTest {

  /** Times of a run are looked at from the second thousand on; a measurement has 100,000. */
  private static final int FIRST_MEASUREMENT_ENDS = 101_000;

  private final Random random = new Random(5);
  private int runs;

  /**
   * The time of a run, given whether its secret is the last of six, and how many runs there were.
   */
  @FunctionalInterface
  private interface Times {
    double of(boolean isOther, int runs);
  }

  private Judgement judge(Times times) throws Exception {
    List<byte[]> secrets = IntStream.range(0, 6).mapToObj(i -> new byte[] {(byte) i}).toList();
    return new Timing(() -> 0)
        .judge(
            new Timing.Timed() {
              @Override
              public long run(byte[] secret) {
                return Math.round(1000 + times.of(secret[0] == 5, runs++));
              }

              @Override
              public void progress(int percent) {}
            },
            secrets);
  }

  private double noise(double deviation) {
    return deviation * random.nextGaussian();
  }

  @Test
  void differenceOfMeansIsAlarm() throws Exception {
    Judgement judgement = judge((isOther, run) -> noise(10) + (isOther ? 18 : 0));
    assertThat(judgement.places())
        .containsExactly(new Place(Place.Kind.TIME, List.of(), Method.TIMING));
    assertThat(judgement.isDecided()).isTrue();
    assertThat(judgement.remark())
        .startsWith("the mean times of secrets differ by ")
        .contains("nanoseconds, t is ");
  }

  @Test
  void fasterSecretIsAlarm() throws Exception {
    assertThat(judge((isOther, run) -> noise(10) - (isOther ? 18 : 0)).places()).hasSize(1);
  }

  @Test
  void equalDistributionsAreNoAlarm() throws Exception {
    Judgement judgement = judge((isOther, run) -> noise(10));
    assertThat(judgement.places()).isEmpty();
    assertThat(judgement.isDecided()).isTrue();
    assertThat(judgement.remark()).isEmpty();
  }

  @Test
  void smallDifferenceIsNoAlarm() throws Exception {
    assertThat(judge((isOther, run) -> noise(10) + (isOther ? 0.3 : 0)).places()).isEmpty();
  }

  @Test
  void differenceOfDeviationsIsAlarm() throws Exception {
    Judgement judgement = judge((isOther, run) -> noise(isOther ? 40 : 10));
    assertThat(judgement.places()).hasSize(1);
    assertThat(judgement.remark()).startsWith("the standard deviations of secrets differ by ");
  }

  @Test
  void differenceThatDoesNotComeAgainIsNoAlarm() throws Exception {
    assertThat(
            judge((isOther, run) -> noise(10) + (isOther && run < FIRST_MEASUREMENT_ENDS ? 18 : 0))
                .places())
        .isEmpty();
  }

  @Test
  void differenceOfTheOtherSignIsNoConfirmation() throws Exception {
    assertThat(
            judge(
                    (isOther, run) ->
                        noise(10) + (isOther ? 1 : 0) * (run / 100_000 % 2 == 0 ? 18 : -18))
                .places())
        .isEmpty();
  }
}
