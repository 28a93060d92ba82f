// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulated PMU itself: it behaves like a real one, and obeys its commands. */
class PmuIT extends SimulatedPmu {

  /** Facts of a real PMU, too; the number of counters is the machine's. */
  private static final String[] FACTS = {
    "RDPMC before anything is mapped: faults",
    "pinned event: readable 1, counter given, width 48",
    "reads rise: yes",
    "read(2): 24 bytes, between two reads by RDPMC: yes",
    "always enabled and running: yes",
    "read(2) of 8 bytes: ENOSPC",
    "disabled: counter none, stands still yes",
    "reset: 0",
    "enabled again: reads rise yes",
    "closed but mapped: reads rise yes",
    "RDPMC after it is unmapped: faults",
    "child with shared memory: opens 1, counter 1, reads rise 1",
    "what it left mapped: counter none, stands still yes, RDPMC reads",
    "its descriptor here: EBADF",
    "RDPMC after that is unmapped: faults",
    "forked child: RDPMC faults, the parent's event by read(2) reads, its own event rises yes",
    "the parent's event after that: reads rise yes",
    "pinned events that get a counter: 6",
    "one more: read(2) gives 0, enabled while all are taken 0, when one is free 0, enabled then 24",
    "14 events that are not pinned: 14 had a share, together 6.0 counters, 14 changed theirs",
    "hardware event 99: EINVAL, raw event: opens, type 77: ENOENT, task clock: opens"
  };

  private static String facts;

  @BeforeAll
  static void build() throws Exception {
    facts = SimulatedPmu.facts();
  }

  @Test
  void factsAreThoseOfRealPmu() throws Exception {
    Run run = SimulatedPmu.run(List.of("--step=1"), facts);
    assertThat(run.out()).as(run.all()).containsExactly(FACTS);
    assertThat(run.status()).isZero();
  }

  @Test
  void readsOfAnotherProgramAreNotItsOwn() throws Exception {
    Run run = SimulatedPmu.run(List.of("--at=1:lose"), "/bin/sh", "-c", facts + "; true");
    assertThat(run.out()).as(run.all()).contains(FACTS[2]);
    assertThat(run.statistic("own")).isZero();
    assertThat(run.statistic("others")).isPositive();
    assertThat(run.statistic("execs")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"exit 7, 7", "kill -TERM $$, 143", "kill -SEGV $$, 139"})
  void passesStatusOfProgramOn(String script, int status) throws Exception {
    Run run = SimulatedPmu.run(List.of("--step=1"), "/bin/sh", "-c", script);
    assertThat(run.status()).as(run.all()).isEqualTo(status);
  }

  /**
   * A child that ended before its parent's stop was looked at, which a busy machine brings about,
   * was taken for one that runs; the stranger that had its number later was killed at the end.
   */
  @Test
  void forgetsProcessesThatHaveEnded() throws Exception {
    String busy = "for i in 1 2 3 4; do while :; do :; done & done; ";
    String some = "for i in 1 2 3 4 5 6 7 8; do (exit 0) & done; wait";
    String many = "(for j in 1 2 3 4 5 6 7 8 9 10; do " + some + "; done) & all=\"$all $!\"";
    String script = busy + "for k in 1 2 3 4 5 6; do " + many + "; done; wait $all";
    Run run = SimulatedPmu.run(List.of("--step=1"), "/bin/sh", "-c", script);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.statistic("forgotten")).as(run.all()).isZero();
  }

  @Test
  void countsStartedJvms() throws Exception {
    Run run =
        SimulatedPmu.run(
            List.of("--step=1"), "/bin/sh", "-c", Java.path("java") + " -version; true");
    assertThat(run.statistic("javas")).as(run.all()).isEqualTo(1);
  }
}
