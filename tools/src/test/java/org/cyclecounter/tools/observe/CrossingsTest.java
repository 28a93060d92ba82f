// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class CrossingsTest {

  /** Processors in name only. */
  private record Named(int count, boolean binds) implements Processors {
    @Override
    public boolean bind(int processor) {
      return binds && processor < count;
    }
  }

  private static CycleCounter rising(AtomicLong now) {
    return new FakeCounter("rising", Scope.SYSTEM, () -> now.addAndGet(10));
  }

  @Test
  void aCounterThatRisesEverywhereNeverRanBackwards() {
    Crossing crossing = Crossings.of(List.of(rising(new AtomicLong())), new Named(2, true)).get(0);
    assertThat(crossing.backwards()).isZero();
    assertThat(crossing.handovers()).isPositive();
    assertThat(crossing.processors()).isEqualTo(2);
    assertThat(crossing.pinned()).isTrue();
  }

  @Test
  void aProcessorThatIsBehindIsNoticedWithTheSizeOfTheStep() {
    AtomicLong now = new AtomicLong();
    CycleCounter skewed =
        new FakeCounter(
            "skewed",
            Scope.SYSTEM,
            () -> now.addAndGet(10) - (Thread.currentThread().getName().endsWith("2") ? 1000 : 0));
    Crossing crossing = Crossings.of(List.of(skewed), new Named(2, true)).get(0);
    assertThat(crossing.backwards()).isPositive().isLessThanOrEqualTo(crossing.handovers());
    assertThat(crossing.largestCycles()).isEqualTo(990);
  }

  @Test
  void onlyReadingsThatMeanSomethingAcrossThreadsAreCompared() {
    List<CycleCounter> counters =
        List.of(
            new FakeCounter("thread", Scope.THREAD, () -> 0),
            rising(new AtomicLong()),
            new FakeCounter("core", Scope.CORE, () -> 0));
    List<Crossing> crossings = Crossings.of(counters, new Named(3, true));
    assertThat(crossings.get(0)).isNull();
    assertThat(crossings.get(1)).isNotNull();
    assertThat(crossings.get(2)).isNull();
  }

  @Test
  void threadsThatCannotBeBoundAreNamedSo() {
    Crossing crossing = Crossings.of(List.of(rising(new AtomicLong())), new Named(8, false)).get(0);
    assertThat(crossing.pinned()).isFalse();
    assertThat(crossing.processors()).isEqualTo(2);
    assertThat(crossing.handovers()).isPositive();
  }

  @Test
  void oneProcessorHasNothingToCompare() {
    Crossing crossing = Crossings.of(List.of(rising(new AtomicLong())), new Named(1, true)).get(0);
    assertThat(crossing.processors()).isEqualTo(1);
    assertThat(crossing.handovers()).isZero();
  }

  @Test
  void aCounterThatFailsOnAThreadEndsItsOwnComparisonOnly() {
    CycleCounter failing =
        new FakeCounter(
            "failing",
            Scope.SYSTEM,
            () -> {
              throw new IllegalStateException("no counter");
            });
    List<Crossing> crossings =
        Crossings.of(List.of(failing, rising(new AtomicLong())), new Named(2, true));
    assertThat(crossings.get(0).handovers()).isZero();
    assertThat(crossings.get(1).handovers()).isPositive();
  }

  @Test
  void eachOtherProcessorIsVisited() {
    List<Integer> visited = new ArrayList<>();
    Processors four =
        new Processors() {
          @Override
          public int count() {
            return 4;
          }

          @Override
          public synchronized boolean bind(int processor) {
            visited.add(processor);
            return true;
          }
        };
    Crossing crossing = Crossings.of(List.of(rising(new AtomicLong())), four).get(0);
    assertThat(crossing.processors()).isEqualTo(4);
    assertThat(visited).contains(0, 1, 2, 3).doesNotContain(4);
  }
}
