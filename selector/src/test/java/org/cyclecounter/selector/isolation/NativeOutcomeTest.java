// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.ChildLeaves.Addresses;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.ProbePhase;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeOutcomeTest {

  private static final int SIGSYS = 31;

  private static IsolationResult explain(
      TickSource source, Kind kind, int detail, ProbePhase phase) {
    return new NativeOutcome(kind, detail, phase, 0).explain(source, 5, Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ENDED|9|READING|DIED|it failed while being read: it was killed by SIGKILL
          ENDED|31|CLOSING|DIED|it failed while being closed: it was killed by SIGSYS, a system call that a filter (seccomp) forbids
          ENDED|0|OPENING|DIED|it failed while being opened: it ended its process or was killed
          FAULT|31|READING|DIED|it failed while being read: SIGSYS, a system call that a filter (seccomp) forbids
          TIMED_OUT|0|READING|DIED|it did not return within 5 s while being read
          LOST|0|READING|FAILED|the kernel took it away while it was being read
          UNREADABLE|0|READING|FAILED|its thread could not read it
          """)
  void explainsFailureOfCounter(
      Kind kind, int detail, ProbePhase phase, Result result, String text) {
    IsolationResult explained = explain(() -> 1, kind, detail, phase);
    assertThat(explained.result()).isEqualTo(result);
    assertThat(explained.rejection().sentence()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"ENDED, kills the process that calls", "FAULT, traps"})
  void blamesFilterThatEndsChildWhileCounterIsOpened(Kind kind, String how) {
    IsolationResult result = explain(new Addresses(0, 0, 0, 1), kind, SIGSYS, ProbePhase.OPENING);
    assertThat(result.obstacle()).isEqualTo(Obstacle.FILTER_KILLS);
    assertThat(result.rejection().sentence())
        .startsWith("it failed while being opened: SIGSYS: a system-call filter (seccomp) " + how);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ENDED|31|its child process ended before opening it: |SIGSYS",
        "NO_CHILD|11|no child process can be created to probe it: |system error 11; ",
        "NO_CHILD|1|no child process can be created to probe it: |ulimit -u"
      })
  void doesNotBlameCounterThatWasNotOpened(Kind kind, int detail, String what, String detailed) {
    IsolationResult result = explain(() -> 1, kind, detail, ProbePhase.STARTING);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.rejection().sentence())
        .startsWith("it may crash, and " + what)
        .contains(detailed);
  }
}
