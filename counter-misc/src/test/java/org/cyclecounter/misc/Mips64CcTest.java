package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Mips64CcTest extends CounterContract {
  Mips64CcTest() {
    super(new Mips64Cc(), "mips64-cc", CounterKind.ON_CORE, Scope.CORE);
  }
}
