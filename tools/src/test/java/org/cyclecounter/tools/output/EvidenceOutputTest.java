// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.util.List;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.cyclecounter.tools.observe.InfoMeasurements;
import org.junit.jupiter.api.Test;

/** The numbers of a measured counter in JSON and in the table. */
class EvidenceOutputTest {

  private static EventState runningSince(long originNs) {
    long passedNs = System.nanoTime() - originNs;
    return new EventState(passedNs, passedNs, false);
  }

  @Test
  void jsonAndTheTableHaveIt() {
    long originNs = System.nanoTime();
    Selected selected =
        CycleCounterSelector.builder()
            .providers(
                List.of(
                    TestCounter.provider(
                        new TestCounter(
                                "user",
                                ON_CORE,
                                () ->
                                    FakeTicks.ofEvents(
                                        () -> System.nanoTime() * 3, () -> runningSince(originNs)))
                            .within(Scope.THREAD),
                        TestCounter.of("still", ON_CORE, () -> 1))))
            .cyclesPerSecond(1_000_000_000)
            .isolation(Isolation.NONE) // the addresses are not real
            .build()
            .select();
    String json = ReportJson.of(selected, InfoMeasurements.of(selected.counter()));
    assertThat(json)
        .containsPattern(
            "\"nanosPerRead\":[0-9.]+,\"observedHz\":[0-9.E]+,\"sharedFraction\":1\\.0,"
                + "\"counts\":\"CORE_CYCLES\"")
        .containsOnlyOnce("\"counts\"");
    List<String> table = ReportTable.lines(selected);
    assertThat(table.get(0)).containsPattern("scaling +read ns +counts$");
    assertThat(table.get(1)).containsPattern("1\\.000000 +[0-9]+\\.[0-9] +core-cycles$");
    assertThat(table.get(2)).containsPattern("rejected +1\\.000000 +- +-$");
  }
}
