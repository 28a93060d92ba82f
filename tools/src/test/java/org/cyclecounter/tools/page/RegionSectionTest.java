// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;

class RegionSectionTest {

  /** Each reading is 21 cycles after the one before. */
  private static final class Steps implements CycleCounter {
    private long cycles;

    @Override
    public long cycles() {
      return cycles += 21;
    }

    @Override
    public long cyclesPerSecond() {
      return 1_000_000_000;
    }

    @Override
    public String implementation() {
      return "a <counter>";
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }
  }

  @Test
  void theCostAndWhyThereIsNoOther() {
    assertThat(RegionSection.of(new Steps()).toString())
        .contains("a &lt;counter&gt;", "<dd>21 cycles</dd>")
        .contains("<dd>The counter ")
        .doesNotContain("<counter>");
  }
}
