// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.FakeSelected;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CycleAccumulatorTest {

  /** The operations that each thread reports. */
  private final ThreadLocal<Long> cycles = ThreadLocal.withInitial(() -> 1000L);

  private final CycleCounter counter =
      new FakeSelected("threads-own", Counted.CORE_CYCLES, Scope.THREAD, cycles::get);

  private void work(long amount) {
    cycles.set(cycles.get() + amount);
  }

  @AfterEach
  void endCounting() {
    CycleAccumulator.end();
  }

  @Test
  void addsUpCyclesOfThreads() throws Exception {
    ExecutorService executor = new CountingExecutor(2, "test");
    try {
      CycleAccumulator.begin(counter, false);
      CountDownLatch both = new CountDownLatch(2);
      ExecutorCompletionService<Thread> parts = new ExecutorCompletionService<>(executor);
      for (long amount : new long[] {7, 11}) {
        Callable<Thread> part =
            () -> {
              both.countDown();
              both.await();
              work(amount);
              return Thread.currentThread();
            };
        parts.submit(part);
      }
      Thread one = parts.take().get();
      Thread other = parts.take().get();
      CycleAccumulator.Sum sum = CycleAccumulator.end();
      assertThat(one).isNotSameAs(other);
      assertThat(sum.cycles()).isEqualTo(18);
      assertThat(sum.parts()).isEqualTo(2);
      assertThat(sum.timeNs()).isPositive();
      assertThat(sum.failure()).isNull();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void runsThreadThatCannotBeCountedAndKeepsReason() throws Exception {
    CycleCounter refusing =
        new FakeSelected(
            "refusing",
            Counted.CORE_CYCLES,
            Scope.THREAD,
            () -> {
              if (cycles.get() == 1000) {
                throw new IllegalStateException("perf_event_open: EMFILE");
              }
              return cycles.get();
            });
    CycleAccumulator.begin(refusing, false);
    assertThat(CycleAccumulator.count(() -> "done")).isEqualTo("done");
    work(1);
    CycleAccumulator.count(() -> "counted");
    CycleAccumulator.Sum sum = CycleAccumulator.end();
    assertThat(sum.parts()).isEqualTo(1);
    assertThat(sum.failure()).hasMessage("perf_event_open: EMFILE");
  }

  @Test
  void failsWithCounterThatWasLost() throws Exception {
    CycleAccumulator.begin(counter, false);
    CycleAccumulator.count(
        () -> {
          work(1L << 60);
          return null;
        });
    assertThat(CycleAccumulator.end().failure()).hasMessageContaining("lost");
  }

  @ParameterizedTest
  @EnumSource
  void failsWithCoreCyclesThatStandStill(Counted counted) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    assumeTrue(threads.isCurrentThreadCpuTimeSupported(), "no CPU time of a thread here");
    Callable<Object> busy =
        () -> {
          long endNs = threads.getCurrentThreadCpuTime() + 2_000_000;
          while (threads.getCurrentThreadCpuTime() < endNs) {
            // runs
          }
          return null;
        };
    FakeSelected still = new FakeSelected("still", counted, Scope.THREAD, () -> 42);
    new ProfilerCounter(still, "still", "", "").beginIteration();
    CycleAccumulator.count(busy);
    RuntimeException failure = CycleAccumulator.end().failure();
    if (counted == Counted.USER_CYCLES || counted == Counted.CORE_CYCLES) {
      assertThat(failure)
          .hasMessage("the counter stood still: a virtual PMU short of counters does that");
    } else {
      assertThat(failure).isNull();
    }
  }

  @Test
  void passesOnExceptionOfPart() {
    CycleAccumulator.begin(counter, false);
    assertThatThrownBy(
            () ->
                CycleAccumulator.count(
                    () -> {
                      work(5);
                      throw new IOException("the benchmark's");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(CycleAccumulator.end().cycles()).isEqualTo(5);
  }

  @Test
  void countsNothingOutsideIteration() throws Exception {
    assertThat(CycleAccumulator.count(() -> 42)).isEqualTo(42);
    assertThat(CycleAccumulator.end().parts()).isZero();
  }

  @Test
  void saysThatThreadsWaitedForATenthOfTheTime() {
    assertThat(new CycleAccumulator.Sum(1, 100, 91, 1, null).waits()).isEmpty();
    assertThat(new CycleAccumulator.Sum(1, 100, 80, 1, null).waits())
        .startsWith("; the threads were off the processor for 20 % of the time");
  }
}
