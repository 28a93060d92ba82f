package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Ppc64MftbTest extends CounterContract {
  Ppc64MftbTest() {
    super(new Ppc64Mftb(), "ppc64-mftb", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
