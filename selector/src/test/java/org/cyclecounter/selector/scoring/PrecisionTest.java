package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.counting.Ratio;
import org.junit.jupiter.api.Test;

class PrecisionTest {

  private final long[] state = {0, 0};

  @Test
  void aCounterThatDecreasesInOneAttemptIsMeasuredAgain() {
    Precision precision =
        Precision.measure(
            new JavaSampler(() -> state[0] += ++state[1] == 500 ? -1_000 : 5), 64, Ratio.ONE, 0);
    assertThat(precision).isEqualTo(new Precision(5, ""));
  }

  @Test
  void nineFailedAttemptsAreForgivenAndTenAreNot() {
    assertThat(failing(9).cycles()).isEqualTo(5);
    assertThat(failing(10))
        .isEqualTo(new Precision(0, "it runs backwards in each of 10 runs of 1000 reads"));
  }

  private Precision failing(int attempts) {
    state[0] = 0;
    state[1] = 0;
    return Precision.measure(
        new JavaSampler(
            () -> {
              long read = state[1]++;
              return state[0] += read < 1001L * attempts && read % 1001 == 700 ? -1 : 5;
            }),
        64,
        Ratio.ONE,
        0);
  }

  @Test
  void aWrapOf32BitsIsADecreaseAndSoMeasuredAgain() {
    state[0] = 0xffff_f000L;
    Precision precision =
        Precision.measure(new JavaSampler(() -> (int) (state[0] += 7)), 32, Ratio.ONE, 0);
    assertThat(precision.cycles()).isEqualTo(7);
  }

  @Test
  void scaledReadingsAreTruncatedBeforeTheyAreCompared() {
    Precision precision =
        Precision.measure(new JavaSampler(() -> state[0]++), 64, Ratio.of(13, 4), 0);
    assertThat(precision.cycles()).isEqualTo(3);
  }
}
