// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class ObserverTest {

  private final AtomicLong nowNs = new AtomicLong();

  private List<Observation> observe(DoubleConsumer progress, ObservedCounter... subjects) {
    return Observer.observe(
        List.of(subjects), progress, () -> nowNs.addAndGet(100_000), new NamedProcessors(1, true));
  }

  @Test
  void observesCountersInTheirPlaces() {
    AtomicLong count = new AtomicLong();
    CycleCounter seven = new FakeCounter("seven", Scope.SYSTEM, () -> count.addAndGet(7));
    CycleCounter failing = FakeCounter.failing(Scope.THREAD);
    List<Double> progress = new ArrayList<>();
    List<Observation> observed =
        observe(
            progress::add,
            new ObservedCounter("seven", seven),
            new ObservedCounter("failing", failing));
    Observation first = observed.get(0);
    assertThat(first.isWhole()).isTrue();
    assertThat(first.differences().steps())
        .extracting(Differences.Step::cycles)
        .containsExactly(7L);
    assertThat(first.differences().count()).isPositive();
    assertThat(observed.get(1).isWhole()).isFalse();
    assertThat(observed.get(1).failure()).contains("no counter for this thread");
    assertThat(observed.get(1).differences()).isNull();
    assertThat(progress).isSorted().startsWith(0.0).endsWith(1.0);
  }

  @Test
  void readsCheapCounterInCompiledLoop() {
    AtomicLong count = new AtomicLong();
    CycleCounter jumping =
        new FakeCounter(
            "jumping",
            Scope.THREAD,
            () -> count.getAndIncrement() % 10 == 0 ? nowNs.addAndGet(1003) : nowNs.addAndGet(3));
    Observation one = observe(part -> {}, new ObservedCounter("jumping", jumping)).get(0);
    assertThat(one.differences().count()).isGreaterThanOrEqualTo(1000);
    assertThat(one.differences().percentile(0.5)).isEqualTo(3);
    assertThat(one.differences().percentile(0.99)).isEqualTo(1003);
  }

  @Test
  void takesNoSuccessorForCounterThatWasLost() {
    CycleCounter successor = new FakeCounter("clock", Scope.SYSTEM, System::nanoTime);
    Observation one = observe(part -> {}, new ObservedCounter("lost", successor)).get(0);
    assertThat(one.isWhole()).isFalse();
    assertThat(one.readLast()).isEqualTo("clock");
  }
}
