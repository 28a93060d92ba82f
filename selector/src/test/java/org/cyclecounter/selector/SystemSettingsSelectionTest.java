// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;

import java.util.List;
import java.util.Properties;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operators' settings in a program's own selection. */
class SystemSettingsSelectionTest {

  private final Properties before = (Properties) System.getProperties().clone();

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  private static CycleCounterSelector.Builder counters() {
    return builder(TestCounter.rising("off", OFF_CORE, 1), TestCounter.rising("on", ON_CORE, 1));
  }

  @Test
  void takesOverOperatorsSettingsIfAskedUntilTheyAreReplaced() {
    System.setProperty("org.cyclecounter.scoring", "20260901");
    System.setProperty("org.cyclecounter.exclude", "on");
    Selected selected = counters().systemSettings().build().select();
    assertThat(selected.scoring()).isEqualTo(Scoring.LIBCPUCYCLES_20260901);
    assertThat(report(selected, "off").precision()).isEqualTo(1001);
    assertThat(report(selected, "on").reason()).isEqualTo("excluded by the caller");
    CycleCounterSelector.Builder replaced =
        counters().systemSettings().scoring(Scoring.LIBCPUCYCLES_20240114).exclude();
    for (CycleCounterSelector.Builder other : List.of(replaced, counters())) {
      Selected by = other.build().select();
      assertThat(by.scoring()).isEqualTo(Scoring.LIBCPUCYCLES_20240114);
      assertThat(by.report().implementation()).isEqualTo("on");
      assertThat(report(by, "off").precision()).isEqualTo(101);
    }
  }
}
