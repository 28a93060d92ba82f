package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class X86TscAsmTest extends CounterContract {
  X86TscAsmTest() {
    super(new X86TscAsm(), "x86-tscasm", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
