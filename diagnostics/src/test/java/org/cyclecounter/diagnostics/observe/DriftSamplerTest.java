// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class DriftSamplerTest {

  /** A tenth of a millisecond passes with every look at the clock. */
  private long nowNs = 1_000;

  private long clock() {
    return nowNs += 100_000;
  }

  private CycleCounter counter(double factor) {
    return new FakeCounter("c" + factor, Scope.SYSTEM, () -> (long) (factor * nowNs));
  }

  @Test
  void readsAllCountersInTheSameSecond() {
    List<Drift> drifts =
        DriftSampler.of(List.of(counter(1), counter(1.001), counter(0.5)), this::clock);
    assertThat(nowNs).isBetween(1_000_000_000L, 1_100_000_000L);
    assertThat(drifts.get(0).ppm()).isCloseTo(0, within(0.1));
    assertThat(drifts.get(1).ppm()).isCloseTo(1000, within(0.1));
    assertThat(drifts.get(2).hz()).isCloseTo(5e8, within(100.0));
    assertThat(drifts.get(2).points()).hasSize(101);
  }

  @Test
  void counterThatFailsDoesNotDisturbTheOthers() {
    int[] reads = {0};
    CycleCounter failing =
        new FakeCounter(
            "failing",
            Scope.THREAD,
            () -> {
              if (reads[0]++ > 50) {
                throw new IllegalStateException("no counter");
              }
              return nowNs;
            });
    List<Drift> drifts = DriftSampler.of(List.of(failing, counter(1)), this::clock);
    assertThat(drifts.get(0)).isNull();
    assertThat(drifts.get(1)).isNotNull();
  }

  @Test
  void interruptedReadingIsNoJump() {
    int[] reads = {0};
    CycleCounter interrupted =
        new FakeCounter(
            "interrupted",
            Scope.SYSTEM,
            () -> {
              reads[0]++;
              boolean isInterrupted = (reads[0] - 1) / 5 == 40; // all attempts at one reading
              long count = nowNs;
              nowNs += isInterrupted ? 800_000 : 0; // behind the reading, before the clock's
              return count;
            });
    Drift drift = DriftSampler.of(List.of(interrupted), this::clock).get(0);
    assertThat(drift.jumps()).isZero();
    assertThat(drift.largestNs()).isLessThan(20_000);
    assertThat(drift.points()).hasSize(100);
  }

  @Test
  void slowReadsEndAfterTwoSeconds() {
    CycleCounter slow = new FakeCounter("slow", Scope.SYSTEM, () -> nowNs += 50_000_000);
    List<Drift> drifts = DriftSampler.of(List.of(slow), this::clock);
    assertThat(nowNs).isLessThan(2_500_000_000L);
    assertThat(drifts.get(0)).isNotNull();
  }
}
