package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Riscv64RdcycleTest extends CounterContract {
  Riscv64RdcycleTest() {
    super(new Riscv64Rdcycle(), "riscv64-rdcycle", CounterKind.ON_CORE, Scope.CORE);
  }
}
