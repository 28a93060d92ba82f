package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Riscv64PerfRdcycleTest extends CounterContract {
  Riscv64PerfRdcycleTest() {
    super(new Riscv64PerfRdcycle(), "riscv64-perfrdcycle", CounterKind.ON_CORE, Scope.THREAD);
  }
}
