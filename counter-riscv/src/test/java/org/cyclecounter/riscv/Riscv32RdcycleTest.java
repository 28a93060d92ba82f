package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Riscv32RdcycleTest extends CounterContract {
  Riscv32RdcycleTest() {
    super(new Riscv32Rdcycle(), "riscv32-rdcycle", CounterKind.ON_CORE, Scope.CORE);
  }
}
