// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.itest.pmu.SimulatedPmu.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A web application or a bundle with counters of perf events is deployed 2,000 times: all of them
 * can count, and the process has as many pthread keys as before, of which there are 1,024.
 */
class RedeployedIT {

  @BeforeAll
  static void onSimulatedPmu() throws Exception {
    SimulatedPmu.isNeeded();
  }

  @Test
  void eachDeploymentCountsAndGivesItsKeysBack() throws Exception {
    Run run = SimulatedPmu.java(SimulatedPmu.DETERMINISTIC, Redeployments.class, "2000");
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.said("wrong")).as(run.all()).isEqualTo("0[]");
    assertThat(Integer.parseInt(run.said("keys"))).as(run.all()).isLessThanOrEqualTo(0);
  }
}
