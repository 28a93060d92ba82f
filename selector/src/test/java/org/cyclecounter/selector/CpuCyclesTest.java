// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.junit.jupiter.api.Test;

class CpuCyclesTest {

  /** No other class of these tests uses CpuCycles: the race is for the first call. */
  @Test
  void makesOneSelectionForManyFirstCalls() throws Exception {
    int opened = TestProvider.OPENED.get(); // another class's selections in this JVM
    CycleCounter service = onlyService();
    assertThat(TestProvider.OPENED).as("loading the service selects nothing").hasValue(opened);
    int threads = 64;
    CyclicBarrier start = new CyclicBarrier(threads);
    Queue<SelectionReport> reports = new ConcurrentLinkedQueue<>();
    Callable<Boolean> reader =
        () -> {
          start.await();
          CpuCycles.cycles();
          return reports.add(CpuCycles.report());
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    pool.invokeAll(Collections.nCopies(threads, reader));
    pool.shutdown();
    SelectionReport report = CpuCycles.report();
    assertThat(reports).hasSize(threads).allMatch(other -> other == report);
    assertThat(report.counters())
        .filteredOn(counter -> counter.verdict() == Verdict.SELECTED)
        .extracting(CounterReport::name)
        .containsExactly(CpuCycles.implementation());
    assertThat(TestProvider.OPENED).hasValue(opened + 1);
    assertThat(CpuCycles.implementation()).isEqualTo("test-clock");
    assertThat(CpuCycles.perSecond()).isPositive().isEqualTo(CpuCycles.cyclesPerSecond());
    assertThat(service.implementation()).isEqualTo("test-clock");
    assertThat(service.cyclesPerSecond()).isEqualTo(CpuCycles.perSecond());
    assertThat(service.scope()).isEqualTo(CpuCycles.counter().scope());
    readsInOrder(service);
    readsInOrder(CpuCycles.counter());
    assertThat(CpuCycles.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void hidesTheSelectionFromThoseWhoHoldTheCounter() {
    assertThat(CpuCycles.counter()).isNotInstanceOfAny(Runnable.class, BooleanSupplier.class);
  }

  private static CycleCounter onlyService() {
    List<CycleCounter> services = new ArrayList<>();
    ServiceLoader.load(CycleCounter.class).forEach(services::add);
    assertThat(services).hasSize(1);
    return services.get(0);
  }

  /** A region's ends are the counter's ordered reads, which go on where the plain ones are. */
  private static void readsInOrder(CycleCounter counter) {
    int starts = TestProvider.STARTS.get();
    int stops = TestProvider.STOPS.get();
    long before = CpuCycles.cycles();
    long start = counter.start();
    assertThat(TestProvider.STARTS).hasValue(starts + 1);
    assertThat(TestProvider.STOPS).hasValue(stops);
    long stop = counter.stop();
    assertThat(TestProvider.STARTS).hasValue(starts + 1);
    assertThat(TestProvider.STOPS).hasValue(stops + 1);
    assertThat(start - before).isNotNegative();
    assertThat(stop - start).isNotNegative();
    assertThat(counter.cycles() - stop).isNotNegative();
  }
}
