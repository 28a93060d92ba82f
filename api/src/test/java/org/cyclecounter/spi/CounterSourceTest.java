// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

/** Defaults of a source that overrides nothing. */
class CounterSourceTest {

  private record Source(String name, CounterKind kind, Scope scope, Scaling scaling)
      implements CounterSource {
    @Override
    public TickSource open() {
      return System::nanoTime;
    }
  }

  private static CounterSource of(CounterKind kind) {
    return new Source("a-test", kind, Scope.SYSTEM, Scaling.none());
  }

  @Test
  void derivesUnitFromKind() {
    assertThat(of(CounterKind.ON_CORE).counted()).isEqualTo(Counted.CORE_CYCLES);
    assertThat(of(CounterKind.OFF_CORE).counted()).isEqualTo(Counted.TICKS);
    assertThat(of(CounterKind.FIXED_RESOLUTION).counted()).isEqualTo(Counted.TIME);
  }

  @Test
  void defaultsToNoInstruction64BitsAndMayCrash() {
    CounterSource source = of(CounterKind.ON_CORE);
    assertThat(source.instruction()).isEmpty();
    assertThat(source.bits()).isEqualTo(64);
    assertThat(source.mayCrash()).isTrue();
  }
}
