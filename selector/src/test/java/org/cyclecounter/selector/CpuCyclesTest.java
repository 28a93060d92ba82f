// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.junit.jupiter.api.Test;

class CpuCyclesTest {

  /** No other class of these tests uses CpuCycles: the race is for the first call. */
  @Test
  void makesOneSelectionForManyFirstCalls() throws Exception {
    int threads = 64;
    int opened = TestProvider.opened(); // another class's selections in this JVM
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Callable<SelectionReport> firstCall =
        () -> {
          start.await();
          CpuCycles.cycles();
          return CpuCycles.report();
        };
    try {
      SelectionReport first = null;
      for (Future<SelectionReport> report :
          pool.invokeAll(Collections.nCopies(threads, firstCall))) {
        first = first == null ? report.get() : first;
        assertThat(report.get()).isSameAs(first);
      }
      assertThat(first).isNotNull();
      assertThat(first.counters())
          .filteredOn(counter -> counter.verdict() == Verdict.SELECTED)
          .extracting(CounterReport::name)
          .containsExactly(CpuCycles.implementation());
      assertThat(TestProvider.opened()).isEqualTo(opened + 1);
      assertThat(CpuCycles.implementation()).isEqualTo("test-clock");
      assertThat(CpuCycles.perSecond()).isPositive();
      readsInOrder();
      assertThat(CpuCycles.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void hidesTheSelectionFromThoseWhoHoldTheCounter() {
    assertThat(CpuCycles.counter()).isNotInstanceOfAny(Runnable.class, BooleanSupplier.class);
  }

  /** A region's ends are the counter's ordered reads, which go on where the plain ones are. */
  private static void readsInOrder() {
    int starts = TestProvider.starts();
    int stops = TestProvider.stops();
    long before = CpuCycles.cycles();
    long start = CpuCycles.start();
    assertThat(TestProvider.starts()).isEqualTo(starts + 1);
    assertThat(TestProvider.stops()).isEqualTo(stops);
    long stop = CpuCycles.stop();
    assertThat(TestProvider.starts()).isEqualTo(starts + 1);
    assertThat(TestProvider.stops()).isEqualTo(stops + 1);
    assertThat(start - before).isNotNegative();
    assertThat(stop - start).isNotNegative();
    assertThat(CpuCycles.cycles() - stop).isNotNegative();
  }
}
