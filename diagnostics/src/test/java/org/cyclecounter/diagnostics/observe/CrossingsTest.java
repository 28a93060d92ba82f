// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class CrossingsTest {

  private static CycleCounter rising(AtomicLong now) {
    return new FakeCounter("rising", Scope.SYSTEM, () -> now.addAndGet(10));
  }

  /** Again where two threads did not both run within a second, as on a machine that is busy. */
  private static Crossing crossing(CycleCounter counter, Processors processors) {
    Crossing crossing = Crossings.of(List.of(counter), processors).get(0);
    for (int i = 0; i < 60 && crossing.handovers() == 0; i++) {
      crossing = Crossings.of(List.of(counter), processors).get(0);
    }
    return crossing;
  }

  @Test
  void findsNoStepBackOfCounterThatRisesEverywhere() {
    Crossing crossing = crossing(rising(new AtomicLong()), new NamedProcessors(2, true));
    assertThat(crossing.handovers()).isPositive();
    assertThat(crossing).isEqualTo(new Crossing(2, true, crossing.handovers(), 0, 0));
  }

  @Test
  void findsProcessorThatIsBehindWithTheSizeOfTheStep() {
    AtomicLong now = new AtomicLong();
    CycleCounter skewed =
        new FakeCounter(
            "skewed",
            Scope.SYSTEM,
            () -> now.addAndGet(10) - (Thread.currentThread().getName().endsWith("2") ? 1000 : 0));
    Crossing crossing = crossing(skewed, new NamedProcessors(2, true));
    assertThat(crossing.backwards()).isPositive().isLessThanOrEqualTo(crossing.handovers());
    assertThat(crossing.largestCycles()).isEqualTo(990);
  }

  @Test
  void saysThatThreadsCannotBeBound() {
    Crossing crossing = crossing(rising(new AtomicLong()), new NamedProcessors(8, false));
    assertThat(crossing.handovers()).isPositive();
    assertThat(crossing).isEqualTo(new Crossing(2, false, crossing.handovers(), 0, 0));
  }

  @Test
  void comparesNothingOnOneProcessor() {
    Crossing crossing =
        Crossings.of(List.of(rising(new AtomicLong())), new NamedProcessors(1, true)).get(0);
    assertThat(crossing).isEqualTo(new Crossing(1, true, 0, 0, 0));
  }

  /** Counters that do not mean something across threads, and one that fails, are left out. */
  @Test
  void comparesOnlyCountersOfTheSystemThatWork() {
    CycleCounter failing = FakeCounter.failing(Scope.SYSTEM);
    List<CycleCounter> counters =
        List.of(
            new FakeCounter("thread", Scope.THREAD, () -> 0),
            failing,
            rising(new AtomicLong()),
            new FakeCounter("core", Scope.CORE, () -> 0));
    List<Crossing> crossings = Crossings.of(counters, new NamedProcessors(3, true));
    for (int i = 0; i < 60 && crossings.get(2).handovers() == 0; i++) {
      crossings = Crossings.of(counters, new NamedProcessors(3, true));
    }
    assertThat(crossings)
        .extracting(crossing -> crossing == null)
        .containsExactly(true, false, false, true);
    assertThat(crossings.get(1).handovers()).isZero();
    assertThat(crossings.get(2).handovers()).isPositive();
  }

  @Test
  void visitsEachOtherProcessor() {
    NamedProcessors four = new NamedProcessors(4, true);
    assertThat(Crossings.of(List.of(rising(new AtomicLong())), four).get(0).processors())
        .isEqualTo(4);
    assertThat(four.visited()).containsExactlyInAnyOrder(0, 1, 2, 3);
  }
}
