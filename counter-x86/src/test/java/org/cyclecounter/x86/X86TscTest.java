package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class X86TscTest extends CounterContract {
  X86TscTest() {
    super(new X86Tsc(), "x86-tsc", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
