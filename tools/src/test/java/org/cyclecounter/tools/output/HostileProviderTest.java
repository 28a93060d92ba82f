// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

/** Long names and reasons: whole in the report and its JSON, cut in a terminal. */
class HostileProviderTest {

  private static final String LONG = "<b>'& ".repeat(1666) + "end.";

  @Test
  void tenThousandCharactersAreWholeInJsonAndCutInTheTable() {
    assertThat(LONG).hasSize(10_000);
    TestCounter refusing =
        new TestCounter(
            "refusing",
            CounterKind.ON_CORE,
            () -> {
              throw new CounterUnavailableException(LONG);
            });
    TestCounter named = TestCounter.rising(LONG, CounterKind.ON_CORE, 3);
    TestCounter works = TestCounter.rising("works", CounterKind.ON_CORE, 3);
    try (Selected selected =
        CycleCounterSelector.builder()
            .providers(List.of(TestCounter.provider(refusing, named, works)))
            .build()
            .select()) {
      assertThat(selected.report().counters())
          .extracting(CounterReport::reason)
          .anyMatch(reason -> reason.startsWith(LONG));
      assertThat(ReportJson.of(selected))
          .contains("\"reason\":\"" + LONG, "\"name\":\"" + LONG + "\"");
      assertThat(String.join("", ReportTable.lines(selected))).hasSizeLessThan(5_000);
    }
  }
}
