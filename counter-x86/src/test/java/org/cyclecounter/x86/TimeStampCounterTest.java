// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;

/** One counter, and the contract for each of its names. */
class TimeStampCounterTest {

  abstract static class Contract extends CounterContract {
    Contract(String name) {
      super(new TimeStampCounter(name), name, CounterKind.OFF_CORE, Scope.SYSTEM, "RDTSC");
    }
  }

  @Nested
  class Amd64Tsc extends Contract {
    Amd64Tsc() {
      super("amd64-tsc");
    }
  }

  @Nested
  class Amd64TscAsm extends Contract {
    Amd64TscAsm() {
      super("amd64-tscasm");
    }
  }

  @Nested
  class X86Tsc extends Contract {
    X86Tsc() {
      super("x86-tsc");
    }
  }

  @Nested
  class X86TscAsm extends Contract {
    X86TscAsm() {
      super("x86-tscasm");
    }
  }
}
