// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Obstacle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences about a perf event that cannot be had. */
class PerfEventsTest {

  private static String ofThread(int failure, int errno, long detail) {
    return PerfEvents.ofThread(detail << 32 | (long) errno << 8 | failure, "it is forbidden");
  }

  /** Numbers above 34 are also those of MIPS and SPARC. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1   | EPERM      | kernel.perf_event_paranoid   | NOT_PERMITTED
          13  | EACCES     | kernel.perf_event_paranoid   | NOT_PERMITTED
          2   | ENOENT     | no hardware cycle counter    | NO_PMU
          19  | ENODEV     | no hardware cycle counter    | NO_PMU
          95  | EOPNOTSUPP | no hardware cycle counter    | NO_PMU
          122 | EOPNOTSUPP | no hardware cycle counter    | NO_PMU
          45  | EOPNOTSUPP | no hardware cycle counter    | NO_PMU
          38  | ENOSYS     | the kernel supports perf     | NO_SYSTEM_CALL
          89  | ENOSYS     | seccomp filter               | NO_SYSTEM_CALL
          90  | ENOSYS     | seccomp filter               | NO_SYSTEM_CALL
          24  | EMFILE     | ulimit -n                    | TOO_MANY_FILES
          23  | ENFILE     | raise fs.file-max            | SYSTEM_FILES
          16  | EBUSY      | in use by other events       | TAKEN
          28  | ENOSPC     | set kernel.nmi_watchdog to 0 | TAKEN
          22  | EINVAL     | see perf_event_open(2)       |
          77  | errno 77   | see perf_event_open(2)       |
          """)
  void explainsErrorOfOpening(int errno, String name, String remedy, @Nullable Obstacle obstacle) {
    assertThat(PerfEvents.ofOpen(errno, 2))
        .startsWith("perf_event_open: " + name + "; ")
        .contains(remedy);
    assertThat(PerfEvents.obstacle(errno)).isEqualTo(obstacle);
  }

  @Test
  void tellsKernelWithoutPerfEventsFromFilter() {
    assertThat(PerfEvents.ofOpen(38, -1)).contains("this kernel or emulator has no perf events");
    assertThat(PerfEvents.reason(24)).isEqualTo(PerfEvents.ofOpen(24, 2));
  }

  @Test
  void explainsErrorOfMapping() {
    assertThat(PerfEvents.refusalOfMap(1).obstacle()).isEqualTo(Obstacle.LOCKED_MEMORY);
    assertThat(PerfEvents.refusalOfMap(12).obstacle()).isNull();
  }

  @Test
  void explainsFailureOfThread() {
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
  void roundsShareOfSharedCounterBelowHundredPercent() {
    assertThat(ofThread(5, 0, 390L << 12 | 1000)).startsWith("it ran for 39 % of the time");
    assertThat(ofThread(5, 0, 0xffeL << 12 | 0xfff)).startsWith("it ran for 99 % of the time");
    assertThat(ofThread(5, 0, 0)).startsWith("it ran for 0 % of the time");
  }

  @Test
  void sharesNothingBeforeFirstNanosecond() {
    assertThat(new EventState(0, 0, false).share()).isNaN();
    assertThat(new EventState(4, 1, false).share()).isEqualTo(0.25);
  }
}
