// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;

/** One counter, and the contract for each of its names. */
class PerfRdcycleTest {

  @Nested
  class Riscv64 extends CounterContract {
    Riscv64() {
      super(
          new PerfRdcycle("riscv64-perfrdcycle"),
          "riscv64-perfrdcycle",
          CounterKind.ON_CORE,
          Scope.THREAD,
          "",
          Counted.USER_CYCLES,
          Counted.CORE_CYCLES);
    }
  }

  @Nested
  class Riscv32 extends CounterContract {
    Riscv32() {
      super(
          new PerfRdcycle("riscv32-perfrdcycle"),
          "riscv32-perfrdcycle",
          CounterKind.ON_CORE,
          Scope.THREAD,
          "",
          Counted.USER_CYCLES,
          Counted.CORE_CYCLES);
    }
  }
}
