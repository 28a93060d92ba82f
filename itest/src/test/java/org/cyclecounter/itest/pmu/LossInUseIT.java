// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.Test;

/** RDPMC is forbidden while threads use it: the JVM lives, and goes on with the next counter. */
class LossInUseIT extends SimulatedPmu {

  @Test
  void readingsGoOnWithTheNextCounterAfterOneJump() throws Exception {
    Run run = SimulatedPmu.java(SimulatedPmu.DETERMINISTIC, InUse.class);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.said("before")).as(run.all()).isEqualTo("amd64-pmc");
    assertThat(run.said("after")).as(run.all()).isNotEqualTo("amd64-pmc");
    // amd64-perfpmc, the next best, is lost with it.
    assertThat(run.said("told")).as(run.all()).matches("yes [12]");
    assertThat(run.out())
        .as(run.all())
        .filteredOn(line -> line.startsWith("thread: "))
        .hasSize(4)
        .containsOnly("thread: 1 jumps, 0 decreases, null");
    assertThat(run.said("amd64-pmc")).as(run.all()).matches("REJECTED .*lost.*rdpmc.*");
    assertThat(run.out())
        .as(run.all())
        .anyMatch(line -> line.contains(": SELECTED "))
        .contains("null pointers: 20000 caught", "stack overflows: 20 caught", "alive: yes");
    assertThat(run.statistic("faults")).isPositive();
  }
}
