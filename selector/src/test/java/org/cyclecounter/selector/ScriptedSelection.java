// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;

/** Selections among the counters of a test, for a processor of a known rate. */
public final class ScriptedSelection {

  static final long HZ = 1_000_000_000;

  private ScriptedSelection() {}

  static CycleCounterSelector.Builder builder(CounterSource... sources) {
    return CycleCounterSelector.builder()
        .providers(List.of(TestCounter.provider(sources)))
        .cyclesPerSecond(HZ);
  }

  static Selected select(CounterSource... sources) {
    return builder(sources).build().select();
  }

  /** The reason for which a counter is rejected. */
  public static String rejection(SelectionReport report, String name) {
    CounterReport row = report(report, name);
    assertThat(row.verdict()).as(name).isEqualTo(Verdict.REJECTED);
    return row.reason();
  }

  /** Returns the report's words about one of the counters. */
  static CounterReport report(Selected selected, String name) {
    return report(selected.report(), name);
  }

  /** Returns what a report says of a counter. */
  public static CounterReport report(SelectionReport report, String name) {
    return report.counters().stream()
        .filter(counter -> counter.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is missing in " + report));
  }
}
