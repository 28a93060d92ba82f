package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Riscv32PerfRdcycleTest extends CounterContract {
  Riscv32PerfRdcycleTest() {
    super(new Riscv32PerfRdcycle(), "riscv32-perfrdcycle", CounterKind.ON_CORE, Scope.THREAD);
  }
}
