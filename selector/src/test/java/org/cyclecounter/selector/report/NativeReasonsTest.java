// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeReasonsTest {

  @Test
  void theSignalThatEndedAChildIsNamed() {
    assertThat(NativeReasons.ended(9)).isEqualTo("it was killed by SIGKILL");
    assertThat(NativeReasons.ended(NativeReasons.SIGSYS))
        .isEqualTo("it was killed by SIGSYS, a system call that a filter (seccomp) forbids");
    assertThat(NativeReasons.ended(0)).isEqualTo("it ended its process or was killed");
  }

  @Test
  void aChildThatEndedBeforeTheCounterWasOpenedSaysNothingAgainstIt() {
    assertThat(NativeReasons.endedBefore(NativeReasons.SIGSYS))
        .startsWith("it may crash, and its child process ended before opening it: ")
        .contains("SIGSYS");
  }

  @Test
  void whatCannotBeProbedSaysWhatToDo() {
    assertThat(NativeReasons.noChild(11))
        .contains("system error 11; ", "ulimit -u", "-Dorg.cyclecounter.isolation=none");
  }
}
