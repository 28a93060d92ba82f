// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Obstacle;
import org.junit.jupiter.api.Test;

/** The sentences about a perf event that cannot be had. */
class PerfEventsTest {

  private static String ofThread(int failure, int errno, long detail) {
    return PerfEvents.ofThread(detail << 32 | (long) errno << 8 | failure, "it is forbidden");
  }

  @Test
  void anErrorOfOpeningNamesTheLimitOrTheSetting() {
    assertThat(PerfEvents.reason(24)).startsWith("perf_event_open: EMFILE; ").contains("ulimit -n");
    assertThat(PerfEvents.reason(23)).contains("ENFILE", "fs.file-max");
    assertThat(PerfEvents.reason(28)).contains("ENOSPC", "in use by other events", "nmi_watchdog");
    assertThat(PerfEvents.reason(16)).contains("EBUSY", "in use by other events");
    assertThat(PerfEvents.reason(2)).contains("ENOENT", "no hardware cycle counter");
    assertThat(PerfEvents.reason(1)).startsWith("perf_event_open: EPERM; ").contains("paranoid");
    assertThat(PerfEvents.reason(77))
        .isEqualTo("perf_event_open: errno 77; see perf_event_open(2)");
  }

  @Test
  void otherArchitecturesNumbersHaveTheSameNames() {
    for (int enosys : new int[] {38, 89, 90}) {
      assertThat(PerfEvents.ofOpen(enosys, -1)).contains("ENOSYS; this kernel", "seccomp");
      assertThat(PerfEvents.ofOpen(enosys, 2))
          .contains("ENOSYS; the kernel supports", "seccomp filter");
    }
    for (int eopnotsupp : new int[] {95, 122, 45}) {
      assertThat(PerfEvents.reason(eopnotsupp)).contains("EOPNOTSUPP; no hardware");
    }
  }

  @Test
  void whatStandsInTheWayIsKnownToCode() {
    assertThat(PerfEvents.obstacle(1)).isEqualTo(Obstacle.NOT_PERMITTED);
    assertThat(PerfEvents.obstacle(13)).isEqualTo(Obstacle.NOT_PERMITTED);
    for (int none : new int[] {2, 19, 95, 122, 45}) {
      assertThat(PerfEvents.obstacle(none)).isEqualTo(Obstacle.NO_PMU);
    }
    assertThat(PerfEvents.obstacle(38)).isEqualTo(Obstacle.NO_SYSTEM_CALL);
    assertThat(PerfEvents.obstacle(24)).isEqualTo(Obstacle.TOO_MANY_FILES);
    assertThat(PerfEvents.obstacle(23)).isEqualTo(Obstacle.SYSTEM_FILES);
    assertThat(PerfEvents.obstacle(16)).isEqualTo(Obstacle.TAKEN);
    assertThat(PerfEvents.obstacle(28)).isEqualTo(Obstacle.TAKEN);
    assertThat(PerfEvents.obstacle(22)).as("an error of ours").isNull();
    assertThat(PerfEvents.refusalOfMap(1).obstacle()).isEqualTo(Obstacle.LOCKED_MEMORY);
    assertThat(PerfEvents.refusalOfMap(12).obstacle()).isNull();
  }

  @Test
  void whatAThreadHasMetIsNamed() {
    assertThat(ofThread(0, 0, 0)).startsWith("no memory");
    assertThat(ofThread(1, 13, 4))
        .isEqualTo("perf_event_open: EACCES; kernel.perf_event_paranoid is 4, needs 2 or less");
    assertThat(ofThread(1, 1, 2)).contains("EPERM", "is 2, which is enough", "seccomp");
    assertThat(ofThread(1, 1, -1)).contains("EPERM", "see kernel.perf_event_paranoid", "seccomp");
    assertThat(ofThread(2, 1, 0))
        .contains("mmap of a perf event: EPERM", "perf_event_mlock_kb", "ulimit -l");
    assertThat(ofThread(2, 12, 0)).contains("mmap of a perf event: ENOMEM", "vm.max_map_count");
    assertThat(ofThread(2, 500, 0)).contains("mmap of a perf event: errno 500");
    assertThat(ofThread(3, 0, 0)).isEqualTo("it is forbidden");
    assertThat(ofThread(4, 0, 0)).contains("in use by other events");
    assertThat(ofThread(6, 9, 0)).contains("read of a perf event: EBADF");
    assertThat(PerfEvents.ofThread(-1, "")).startsWith("this thread could not get");
  }

  @Test
  void theShareOfASharedCounterIsRoundedAndNeverAll() {
    assertThat(ofThread(5, 0, 390L << 12 | 1000)).startsWith("it ran for 39 % of the time");
    assertThat(ofThread(5, 0, 0xffeL << 12 | 0xfff)).startsWith("it ran for 99 % of the time");
    assertThat(ofThread(5, 0, 0)).startsWith("it ran for 0 % of the time");
  }
}
