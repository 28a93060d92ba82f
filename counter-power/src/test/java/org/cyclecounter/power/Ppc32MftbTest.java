package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Ppc32MftbTest extends CounterContract {
  Ppc32MftbTest() {
    super(new Ppc32Mftb(), "ppc32-mftb", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
