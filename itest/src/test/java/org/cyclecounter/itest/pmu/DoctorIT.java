// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.cyclecounter.tools.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice of {@code doctor} about a PMU that is full, shared, closed or slow to read. */
class DoctorIT extends SimulatedPmu {

  private static Run doctor(List<String> options) throws Exception {
    Run run = SimulatedPmu.java(options, Main.class, "doctor");
    System.out.println("doctor, PMU " + options + ", status " + run.status() + ":");
    run.out().forEach(System.out::println);
    return run;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--slots=0        | find /proc/[0-9]*/fd -lname 'anon_inode:\\[perf_event\\]'",
        "--turn=100000 --stall=0.3 | sysctl -w kernel.nmi_watchdog=0",
        "--lose           | echo 1 >/sys/bus/event_source/devices/cpu/rdpmc",
        "--deny=EMFILE    | ulimit -n 65536",
        "--deny-mmap=EPERM| sysctl -w kernel.perf_event_mlock_kb=4128"
      })
  void namesCommandForEachTrouble(String option, String command) throws Exception {
    Run run = doctor(List.of(option.split(" ")));
    assertThat(run.status()).as(run.all()).isEqualTo(1);
    assertThat(run.out()).as(run.all()).contains("amd64-pmc");
    assertThat(run.out()).as(run.all()).anyMatch(line -> line.startsWith("    " + command));
    if (option.matches("--slots=0|--turn.*")) { // others use the PMU
      assertThat(run.out())
          .as(run.all())
          .anyMatch(line -> line.startsWith("  shared PMU: other programs use the PMU"));
    }
  }

  /** Each read stops the program here, as it does where a hypervisor intercepts RDPMC. */
  @Test
  void warnsOfTrappedReadAndKnowsNothingBetter() throws Exception {
    Run run = doctor(SimulatedPmu.DETERMINISTIC);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.out().get(0)).as(run.all()).startsWith("amd64-pmc is in use: ");
    assertThat(run.out())
        .as(run.all())
        .anyMatch(line -> line.startsWith("  trapped read: a read of amd64-pmc takes "))
        .contains("    -Dorg.cyclecounter.maximumReadNanos=200");
  }
}
