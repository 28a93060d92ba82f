// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.Test;

class MinimumScopeTest {

  private final AtomicBoolean lost = new AtomicBoolean();

  private static Selected select(Scope minimum, CounterSource... sources) {
    return builder(sources).minimumScope(minimum).build().select();
  }

  @Test
  void whatFollowsALostCounterKeepsToIt() {
    CounterSource losable =
        new TestCounter(
            "losable",
            ON_CORE,
            () -> {
              LongSupplier ticks = TestCounter.ticks(1);
              return CheckedTicks.losable(
                  FakeTicks.of(() -> lost.get() ? CheckedTicks.LOST : ticks.getAsLong()),
                  "taken away");
            });
    Selected selected =
        select(
            Scope.SYSTEM,
            losable,
            TestCounter.rising("of-thread", ON_CORE, 5).within(Scope.THREAD),
            TestCounter.rising("of-system", OFF_CORE, 5));
    CycleCounter counter = selected.counter();
    assertThat(counter.implementation()).isEqualTo("losable");
    lost.set(true);
    counter.cycles();
    assertThat(counter.implementation()).isEqualTo("of-system");
    assertThat(counter.scope()).isEqualTo(Scope.SYSTEM);
  }

  @Test
  void theLastResortIsStillAllowed() {
    Selected selected =
        select(Scope.SYSTEM, TestCounter.rising("of-thread", ON_CORE, 1).within(Scope.THREAD));
    assertThat(selected.counter().implementation()).isEqualTo("default-zero");
    assertThat(selected.counter().scope()).isEqualTo(Scope.SYSTEM);
  }

  @Test
  void thereHasToBeAScope() {
    assertThatThrownBy(() -> CycleCounterSelector.builder().minimumScope(null))
        .hasMessageContaining("scope");
  }
}
