// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.check.TimingDetector.TimedRun;
import org.junit.jupiter.api.Test;

/** Judges scripted times of runs with nine secrets. */
class TimingDetectorTest {

  private static final long SECOND_NS = 1_000_000_000;

  /** Times that are alike but for 20 ticks or so, by chance. */
  private final Random random = new Random(1);

  private long nowNs;
  private int calls;

  private double noise() {
    return 1000 + 20 * random.nextGaussian();
  }

  /** A measurement ends after three seconds, here ten batches of a thousand runs. */
  private Detection judged(TimedRun run) throws Exception {
    List<byte[]> secrets = IntStream.range(0, 9).mapToObj(i -> new byte[] {(byte) i}).toList();
    return new TimingDetector(() -> nowNs += SECOND_NS * 3 / 11 + 1)
        .judge(
            secret -> {
              calls++;
              return run.of(secret);
            },
            secrets);
  }

  /** Returns which measurement a run belongs to, from 0 on; -1 before them. */
  private int measurement() {
    return Math.floorDiv(calls - 1 - 1000, 10_000);
  }

  private static void assertSeen(Detection detection) {
    assertThat(detection.places())
        .containsExactly(new Place(Place.Kind.TIME, List.of(), Method.TIMING));
    assertThat(detection.isDecided()).isTrue();
    assertThat(detection.remark())
        .matches("the mean times of secrets differ by \\d+\\.\\d [a-z -]+, t is \\d+");
  }

  @Test
  void findsDifferenceOfMeanTimes() throws Exception {
    assertSeen(judged(secret -> (long) (noise() + (secret[0] == 0 ? 0 : 10))));
    assertThat(calls).isEqualTo(1000 + 2 * 10_000);
  }

  @Test
  void findsDifferenceOfLaterSecret() throws Exception {
    assertSeen(judged(secret -> (long) (noise() + (secret[0] == 3 ? -10 : 0))));
    assertThat(measurement()).isGreaterThanOrEqualTo(3);
  }

  /** The mean of all times says nothing then, and their variance neither. */
  @Test
  void findsDifferenceBehindSlowRuns() throws Exception {
    assertSeen(
        judged(
            secret ->
                (long) (noise() + (secret[0] == 0 ? 0 : 10))
                    + (random.nextInt(50) == 0 ? random.nextInt(1_000_000) : 0)));
  }

  @Test
  void measuresFourSecretsAndFindsNothingInChance() throws Exception {
    assertThat(judged(secret -> (long) noise()))
        .isEqualTo(new Detection(List.of(), Long.MAX_VALUE, true, ""));
    assertThat(calls).isEqualTo(1000 + 4 * 10_000);
  }

  @Test
  void ignoresDifferenceThatSecondMeasurementLacksOrReverses() throws Exception {
    for (int second : new int[] {0, -10}) {
      calls = 0;
      Detection detection =
          judged(
              secret -> {
                int more = measurement() == 0 ? 10 : measurement() == 1 ? second : 0;
                return (long) (noise() + (secret[0] == 0 ? 0 : more));
              });
      assertThat(detection.places()).as("%d", second).isEmpty();
      assertThat(calls).isEqualTo(1000 + 5 * 10_000);
    }
  }

  @Test
  void isUndecidedWithOneSecret() throws Exception {
    assertThat(new TimingDetector(System::nanoTime).judge(secret -> 1, List.of(new byte[1])))
        .isEqualTo(Detection.impossible(Secrets.NONE_COMPARABLE));
  }
}
