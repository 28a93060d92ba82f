// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;

import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operators' settings in a program's own selection. */
class SystemSettingsSelectionTest {

  @BeforeEach
  void set() {
    System.setProperty("org.cyclecounter.scoring", "20260901");
    System.setProperty("org.cyclecounter.exclude", "on");
  }

  @AfterEach
  void clear() {
    System.clearProperty("org.cyclecounter.scoring");
    System.clearProperty("org.cyclecounter.exclude");
  }

  private static CycleCounterSelector.Builder counters() {
    return builder(TestCounter.rising("off", OFF_CORE, 1), TestCounter.rising("on", ON_CORE, 1));
  }

  @Test
  void operatorsSettingsAreTakenOver() {
    Selected selected = counters().systemSettings().build().select();
    assertThat(selected.scoring()).isEqualTo(Scoring.LIBCPUCYCLES_20260901);
    assertThat(report(selected, "off").precision()).isEqualTo(1001);
    assertThat(report(selected, "on").reason()).isEqualTo("excluded by the caller");
  }

  @Test
  void valuesSetAfterwardsReplaceThem() {
    Selected selected =
        counters()
            .systemSettings()
            .scoring(Scoring.LIBCPUCYCLES_20240114)
            .exclude()
            .build()
            .select();
    assertThat(selected.scoring()).isEqualTo(Scoring.LIBCPUCYCLES_20240114);
    assertThat(selected.report().implementation()).isEqualTo("on");
    assertThat(report(selected, "off").precision()).isEqualTo(101);
  }

  @Test
  void withoutACallTheyHaveNoEffect() {
    Selected selected = counters().build().select();
    assertThat(selected.scoring()).isEqualTo(Scoring.LIBCPUCYCLES_20240114);
    assertThat(selected.report().implementation()).isEqualTo("on");
  }
}
