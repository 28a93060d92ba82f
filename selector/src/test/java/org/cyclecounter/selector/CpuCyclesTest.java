// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.junit.jupiter.api.Test;

class CpuCyclesTest {

  /** No other class of these tests uses CpuCycles: the race is for the first call. */
  @Test
  void makesOneSelectionForManyFirstCalls() throws Exception {
    int opened = TestProvider.OPENED.get(); // another class's selections in this JVM
    List<SelectionReport> reports =
        Together.call(
            64,
            () -> {
              CpuCycles.cycles();
              return CpuCycles.report();
            });
    assertThat(reports).allMatch(report -> report == reports.get(0));
    assertThat(reports.get(0).counters())
        .filteredOn(counter -> counter.verdict() == Verdict.SELECTED)
        .extracting(CounterReport::name)
        .containsExactly(CpuCycles.implementation());
    assertThat(TestProvider.OPENED).hasValue(opened + 1);
    assertThat(CpuCycles.implementation()).isEqualTo("test-clock");
    assertThat(CpuCycles.perSecond()).isPositive();
    readsInOrder();
    assertThat(CpuCycles.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void hidesTheSelectionFromThoseWhoHoldTheCounter() {
    assertThat(CpuCycles.counter()).isNotInstanceOfAny(Runnable.class, BooleanSupplier.class);
  }

  /** A region's ends are the counter's ordered reads, which go on where the plain ones are. */
  private static void readsInOrder() {
    int starts = TestProvider.STARTS.get();
    int stops = TestProvider.STOPS.get();
    long before = CpuCycles.cycles();
    long start = CpuCycles.start();
    assertThat(TestProvider.STARTS).hasValue(starts + 1);
    assertThat(TestProvider.STOPS).hasValue(stops);
    long stop = CpuCycles.stop();
    assertThat(TestProvider.STARTS).hasValue(starts + 1);
    assertThat(TestProvider.STOPS).hasValue(stops + 1);
    assertThat(start - before).isNotNegative();
    assertThat(stop - start).isNotNegative();
    assertThat(CpuCycles.cycles() - stop).isNotNegative();
  }
}
