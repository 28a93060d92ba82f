// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.report;
import static org.cyclecounter.selector.ScriptedSelection.select;

import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

/** The counter that is read where no provider's is left, or none is allowed. */
class LastResortTest {

  @Test
  void readsZeroWithoutAWarningWhereGivenProvidersHaveNoCounter() {
    try (Logged log = new Logged()) {
      Selected selected =
          builder(TestCounter.rising("of-thread", CounterKind.ON_CORE, 1).within(Scope.THREAD))
              .minimumScope(Scope.SYSTEM)
              .build()
              .select();
      assertThat(selected.counter().implementation()).isEqualTo("default-zero");
      assertThat(selected.counter().scope()).isEqualTo(Scope.SYSTEM);
      assertThat(report(select(), "default-zero").reason())
          .startsWith("always 0: no counter on the path");
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void readsTheClockWithOneWarningWhereNothingOnThePathIsIncluded() {
    try (Logged log = new Logged()) {
      CycleCounterSelector selector =
          CycleCounterSelector.builder().include("tset-clock").exclude("x").build();
      Selected selected = selector.select();
      selector.select();
      long first = selected.counter().cycles();
      long end = System.nanoTime() + 1_000_000;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(selected.counter().cycles() - first)
          .isGreaterThanOrEqualTo(selected.counter().cyclesPerSecond() / 1000 - 1);
      assertThat(selected.counter().implementation()).isEqualTo("default-monotonic");
      assertThat(report(selected, "default-monotonic").verdict()).isEqualTo(Verdict.SELECTED);
      assertThat(log.warnings())
          .containsExactly(
              "unknown counter 'tset-clock' in include: available counters: test-clock",
              "unknown counter 'x' in exclude: available counters: test-clock",
              "a clock is read instead of a cycle counter: none of the included counters exists"
                  + " here; include one that the command list shows, or nothing for all; see"
                  + " docs/faq.md#clock-instead");
      assertThat(report(selected, "default-monotonic").reason())
          .startsWith("fallback to System.nanoTime: none of the included counters exists here");
    }
  }

  /** One configuration for machines of several families, as people write it. */
  @Test
  void ignoresNamesOfOtherMachinesAndWhiteSpace() {
    try (Logged log = new Logged()) {
      Selected selected =
          CycleCounterSelector.builder()
              .include(" arm64-vct ", "test-clock ", "")
              .exclude("amd64-tscasm", " s390x-stckf")
              .build()
              .select();
      assertThat(selected.counter().implementation()).isEqualTo("test-clock");
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void readsNothingFinerThanAMicrosecondWhereThatIsNotAllowed() {
    Selected selected =
        CycleCounterSelector.builder()
            .cyclesPerSecond(1_000_000_000)
            .highResolution(false)
            .build()
            .select();
    assertThat(report(selected, "test-clock").reason())
        .isEqualTo("finer than a microsecond, and high-resolution counters are not allowed here");
    assertThat(selected.counter().implementation()).isEqualTo("default-monotonic");
    for (int i = 0; i < 1000; i++) {
      assertThat(selected.counter().cycles() % 1000).isZero();
    }
  }
}
