// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.Counted.CORE_CYCLES;
import static org.cyclecounter.Counted.TICKS;
import static org.cyclecounter.Counted.TIME;
import static org.cyclecounter.Counted.USER_CYCLES;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Scoring.LIBCPUCYCLES_20260901;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;
import static org.cyclecounter.selector.ScriptedSelection.select;

import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

class ScoringTest {

  @Test
  void treatsCounterOfCoreCyclesAsOnCoreInNewerRelease() {
    CounterSource[] sources = {
      TestCounter.rising("tsc", OFF_CORE, 20),
      TestCounter.rising("by-call", OFF_CORE, 700).counting(() -> USER_CYCLES)
    };
    assertThat(select(sources).counter().implementation()).isEqualTo("tsc");
    Selected newer = builder(sources).scoring(LIBCPUCYCLES_20260901).build().select();
    assertThat(newer.counter().implementation()).isEqualTo("by-call");
    assertThat(report(newer, "by-call").precision()).isEqualTo(700);
    assertThat(report(newer, "by-call").kind()).isEqualTo(OFF_CORE);
  }

  @Test
  void addsPenaltyByUnitInNewerRelease() {
    assertThat(LIBCPUCYCLES_20260901.release()).isEqualTo("20260901");
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(ON_CORE, USER_CYCLES, 64, 2)).isEqualTo(20);
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(ON_CORE, CORE_CYCLES, 32, 0)).isEqualTo(300);
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(OFF_CORE, TICKS, 64, 1)).isEqualTo(1010);
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(OFF_CORE, USER_CYCLES, 64, 4)).isEqualTo(40);
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(OFF_CORE, CORE_CYCLES, 64, 0)).isZero();
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(FIXED_RESOLUTION, TIME, 64, 0)).isEqualTo(1000);
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(ON_CORE, null, 64, 0)).isZero();
    assertThat(LIBCPUCYCLES_20260901.penaltyCycles(OFF_CORE, null, 64, 0)).isEqualTo(1000);
  }
}
