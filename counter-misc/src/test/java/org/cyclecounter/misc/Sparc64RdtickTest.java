package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Sparc64RdtickTest extends CounterContract {
  Sparc64RdtickTest() {
    super(new Sparc64Rdtick(), "sparc64-rdtick", CounterKind.ON_CORE, Scope.CORE);
  }
}
