// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.machines.Selection.Way;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * perf_event_open, or mmap of an event, is refused with each error it may give, or ends the
 * process, as in a container or a hardened service: it costs the perf events alone, and each says
 * why.
 */
class RefusedIT extends SimulatedPmu {

  private static final String[] PERF = {
    "amd64-pmc", "amd64-perfpmc", "amd64-perfpmcff", "default-perfevent"
  };

  private static Run select(Way how, String option, String... without) throws Exception {
    List<String> options = new ArrayList<>(SimulatedPmu.DETERMINISTIC);
    options.add(option);
    String[] arguments =
        Stream.concat(Stream.of(how.name()), Arrays.stream(without)).toArray(String[]::new);
    Run run = SimulatedPmu.java(options, Select.class, arguments);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.said("rises")).as(run.all()).isEqualTo("yes");
    assertThat(run.said("decreases")).as(run.all()).isEqualTo("0");
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "EACCES, EACCES",
    "EPERM, EPERM",
    "ENOENT, ENOENT",
    "EOPNOTSUPP, EOPNOTSUPP",
    "ENOSYS, ENOSYS.*seccomp",
    "EMFILE, EMFILE.*(RLIMIT_NOFILE|ulimit -n)",
    "ENOSPC, ENOSPC",
    "EBUSY, EBUSY",
    "ENODEV, ENODEV",
    "EINVAL, EINVAL",
    "kill, killed by SIGKILL"
  })
  void perfEventOpen(String error, String reason) throws Exception {
    for (Way how : Way.values()) {
      Run run = select(how, "--deny=" + error);
      assertThat(run.statistic("denied")).as(run.all()).isPositive();
      assertThat(run.statistic("opened")).as(run.all()).isZero();
      for (String name : PERF) {
        assertThat(run.said(name)).as(run.all()).startsWith("REJECTED ");
      }
      assertThat(run.said("amd64-pmc")).as(run.all()).containsPattern(reason);
      assertThat(run.said("default-perfevent")).as(run.all()).containsPattern(reason);
      assertThat(run.said("amd64-tsc")).as(run.all()).matches("(SELECTED|USABLE) .*");
    }
  }

  /** Effects of the limits of locked memory: an event that is read by a system call needs none. */
  @ParameterizedTest
  @CsvSource({"EPERM, EPERM.*(RLIMIT_MEMLOCK|perf_event_mlock_kb)", "ENOMEM, ENOMEM"})
  void mmap(String error, String reason) throws Exception {
    for (Way how : Way.values()) {
      Run run = select(how, "--deny-mmap=" + error);
      for (String name : List.of("amd64-pmc", "amd64-perfpmc")) {
        assertThat(run.said(name)).as(run.all()).matches("REJECTED .*").containsPattern(reason);
      }
      assertThat(run.said("default-perfevent")).as(run.all()).matches("(SELECTED|USABLE) .*");
      assertThat(run.said("amd64-tsc")).as(run.all()).matches("(SELECTED|USABLE) .*");
    }
  }

  @Test
  void opensNoCounterThatIsLeftOutByName() throws Exception {
    Run run = select(Way.SELECT, "--deny=kill", PERF);
    assertThat(run.statistic("own-opens")).as(run.all()).isZero();
    assertThat(run.statistic("denied")).as(run.all()).isZero();
  }
}
