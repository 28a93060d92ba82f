// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.Phase;
import org.junit.jupiter.api.Test;

class NativeOutcomeTest {

  private static final int SIGSYS = 31;

  private static IsolationResult explain(Kind kind, int detail, Phase phase) {
    return new NativeOutcome(kind, detail, phase, 0).explain(() -> 1, 5);
  }

  @Test
  void theSignalThatEndedAChildIsNamed() {
    assertThat(explain(Kind.ENDED, 9, Phase.READING).reason())
        .isEqualTo("failed while being read: it was killed by SIGKILL");
    assertThat(explain(Kind.ENDED, SIGSYS, Phase.CLOSING).reason())
        .isEqualTo(
            "failed while being closed: it was killed by SIGSYS, a system call that a filter"
                + " (seccomp) forbids");
    assertThat(explain(Kind.ENDED, 0, Phase.OPENING).reason())
        .isEqualTo("failed while being opened: it ended its process or was killed");
  }

  @Test
  void namesLimitOfReadThatDoesNotReturn() {
    assertThat(explain(Kind.TIMED_OUT, 0, Phase.READING).reason())
        .isEqualTo("did not return within 5 s while being read");
  }

  @Test
  void aChildThatEndedBeforeTheCounterWasOpenedSaysNothingAgainstIt() {
    IsolationResult result = explain(Kind.ENDED, SIGSYS, Phase.STARTING);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.reason())
        .startsWith("it may crash, and its child process ended before opening it: ")
        .contains("SIGSYS");
  }

  @Test
  void whatCannotBeProbedSaysWhatToDo() {
    assertThat(explain(Kind.NO_CHILD, 11, Phase.STARTING).reason())
        .startsWith("it may crash, and no child process can be created to probe it: ")
        .contains("system error 11; ", "ulimit -u", "-Dorg.cyclecounter.isolation=none");
  }
}
