// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.itest.machines.Answers;
import org.cyclecounter.itest.machines.Probe;
import org.junit.jupiter.api.Test;

/** RDPMC is forbidden while threads use it: the JVM lives, and goes on with the next counter. */
class LossInUseIT extends SimulatedPmu {

  @Test
  void readingsGoOnWithTheNextCounter() throws Exception {
    Run run =
        SimulatedPmu.java(
            SimulatedPmu.DETERMINISTIC, Probe.class, "revoke", "amd64-pmc", RDPMC.toString(), "0");
    assertThat(run.status()).as(run.all()).isZero();
    Answers answers = Answers.of(run.out());
    assertThat(answers.all("inuse")).as(run.all()).containsExactly(List.of("amd64-pmc"));
    assertThat(answers.all("lost").toString()).as(run.all()).matches(".*REJECTED.*lost.*rdpmc.*");
    assertThat(answers.all("listener")).containsExactly(List.of("told"));
    assertThat(answers.all("successor").toString()).doesNotContain("amd64-pmc");
    assertThat(answers.all("thread"))
        .hasSize(2)
        .allSatisfy(thread -> assertThat(thread.get(1)).matches("[1-9]\\d*"));
    assertThat(answers.all("machinery")).containsExactly(List.of("2000", "5"));
    assertThat(run.statistic("faults")).isPositive();
  }
}
