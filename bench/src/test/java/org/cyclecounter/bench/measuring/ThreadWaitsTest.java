// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadWaitsTest {

  private static final ThreadPlacement HERE = new ThreadPlacement(0, 0);

  private static WatchedRun run(
      double wallMs, double cpuMs, ThreadWaits before, ThreadWaits after) {
    Run run = new Run(1, (long) (wallMs * 1e6), cpuMs * 1e-3, 0, true, false);
    ThreadTimes times = new ThreadTimes((long) (cpuMs * 1e6), 0);
    return new WatchedRun(run, run, 1, HERE, HERE, 0, 0, times, after.since(before));
  }

  @ParameterizedTest
  @CsvSource({
    "20, 0.1, 0, true",
    "20, 0.1, 19.9, false", // preempted
    "100, 0.1, 79, true", // both
    "20, 5, 0, false", // computes a quarter of it
    "0.5, 0, 0, false", // too short to say
  })
  void takesTimeInQueueForNoWaiting(double wallMs, double cpuMs, double queuedMs, boolean waits) {
    ThreadWaits before = new ThreadWaits(1_000, 3);
    ThreadWaits after = new ThreadWaits(1_000 + (long) (queuedMs * 1e6), 3);
    assertThat(run(wallMs, cpuMs, before, after).hasWaited(9)).isEqualTo(waits);
  }

  @Test
  void goesByCountOfJvmWhereQueueIsNotKnown() {
    ThreadWaits before = new ThreadWaits(-1, 3);
    assertThat(run(20, 0.1, before, new ThreadWaits(-1, 3)).hasWaited(9)).isFalse();
    assertThat(run(20, 0.1, before, new ThreadWaits(-1, 4)).hasWaited(9)).isTrue();
  }

  @Test
  void readsTimeInQueueFromSchedstat() {
    assertThat(ThreadWaits.queuedNs("176352714 6418135 37\n")).isEqualTo(6_418_135);
    assertThat(ThreadWaits.queuedNs("")).isEqualTo(-1);
    assertThat(ThreadWaits.queuedNs("a b c")).isEqualTo(-1);
  }
}
