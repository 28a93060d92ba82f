package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64TscAsmTest extends CounterContract {
  Amd64TscAsmTest() {
    super(new Amd64TscAsm(), "amd64-tscasm", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
