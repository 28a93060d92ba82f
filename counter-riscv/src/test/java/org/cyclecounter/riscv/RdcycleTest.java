// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;

/** One counter, and the contract for each of its names. */
class RdcycleTest {

  @Nested
  class Riscv64 extends CounterContract {
    Riscv64() {
      super(new Rdcycle("riscv64-rdcycle"), "riscv64-rdcycle", CounterKind.ON_CORE, Scope.CORE);
    }
  }

  @Nested
  class Riscv32 extends CounterContract {
    Riscv32() {
      super(new Rdcycle("riscv32-rdcycle"), "riscv32-rdcycle", CounterKind.ON_CORE, Scope.CORE);
    }
  }
}
