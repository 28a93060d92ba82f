// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One class, and the contract for each counter. */
class MiscCounterTest {

  @Test
  void onlyTheMipsCounterIsNarrow() {
    assertThat(MiscCounter.mips64Cc().bits()).isEqualTo(32);
    assertThat(MiscCounter.s390xStckf().bits()).isEqualTo(64);
    assertThat(MiscCounter.sparc64Rdtick().bits()).isEqualTo(64);
    assertThat(MiscCounter.loong64Rdtime().bits()).isEqualTo(64);
  }

  @Nested
  class Mips64 extends CounterContract {
    Mips64() {
      super(MiscCounter.mips64Cc(), "mips64-cc", CounterKind.ON_CORE, Scope.CORE);
    }
  }

  @Nested
  class S390x extends CounterContract {
    S390x() {
      super(MiscCounter.s390xStckf(), "s390x-stckf", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
    }
  }

  @Nested
  class Sparc64 extends CounterContract {
    Sparc64() {
      super(MiscCounter.sparc64Rdtick(), "sparc64-rdtick", CounterKind.ON_CORE, Scope.CORE);
    }
  }

  @Nested
  class Loong64 extends CounterContract {
    Loong64() {
      super(MiscCounter.loong64Rdtime(), "loong64-rdtime", CounterKind.OFF_CORE, Scope.SYSTEM);
    }
  }
}
