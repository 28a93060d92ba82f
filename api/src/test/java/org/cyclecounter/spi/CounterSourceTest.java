// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

/** What a source says that overrides nothing. */
class CounterSourceTest {

  private record Source(CounterKind kind) implements CounterSource {
    @Override
    public String name() {
      return "a-test";
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none();
    }

    @Override
    public TickSource open() {
      return System::nanoTime;
    }
  }

  @Test
  void itsKindSaysWhatItCounts() {
    assertThat(new Source(CounterKind.ON_CORE).counted()).isEqualTo(Counted.CORE_CYCLES);
    assertThat(new Source(CounterKind.OFF_CORE).counted()).isEqualTo(Counted.TICKS);
    assertThat(new Source(CounterKind.FIXED_RESOLUTION).counted()).isEqualTo(Counted.TIME);
  }

  @Test
  void itNamesNoInstructionHas64BitsAndMayCrash() {
    CounterSource source = new Source(CounterKind.ON_CORE);
    assertThat(source.instruction()).isEmpty();
    assertThat(source.bits()).isEqualTo(64);
    assertThat(source.mayCrash()).isTrue();
  }
}
