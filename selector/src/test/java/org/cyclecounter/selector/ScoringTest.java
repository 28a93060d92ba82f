// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;
import static org.cyclecounter.selector.ScriptedSelection.select;

import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

class ScoringTest {

  @Test
  void thePenaltiesOf20260901AreItsOwn() {
    Selected selected =
        builder(
                TestCounter.rising("off", OFF_CORE, 1),
                TestCounter.rising("on32", ON_CORE, 1).of32Bits(),
                TestCounter.rising("on", ON_CORE, 400))
            .scoring(Scoring.LIBCPUCYCLES_20260901)
            .build()
            .select();
    assertThat(report(selected, "off").precision()).isEqualTo(1001);
    assertThat(report(selected, "on32").precision()).isEqualTo(1 + 300 + 10);
    assertThat(report(selected, "on").precision()).isEqualTo(400 + 20);
  }

  @Test
  void in20260901DefaultPerfeventIsOnCoreAndItsKindStays() {
    CounterSource[] sources = {
      TestCounter.rising("tsc", OFF_CORE, 20),
      TestCounter.rising("default-perfevent", OFF_CORE, 700)
    };
    assertThat(select(sources).counter().implementation()).isEqualTo("tsc");
    Selected newer = builder(sources).scoring(Scoring.LIBCPUCYCLES_20260901).build().select();
    assertThat(newer.counter().implementation()).isEqualTo("default-perfevent");
    assertThat(report(newer, "default-perfevent").precision()).isEqualTo(700 + 10);
    assertThat(report(newer, "default-perfevent").kind()).isEqualTo(OFF_CORE);
    assertThat(Scoring.LIBCPUCYCLES_20260901.penaltyCycles("default-perfevent", OFF_CORE, 64, 1))
        .isEqualTo(10);
    assertThat(Scoring.LIBCPUCYCLES_20260901.penaltyCycles(OFF_CORE, 64, 1)).isEqualTo(1010);
  }
}
