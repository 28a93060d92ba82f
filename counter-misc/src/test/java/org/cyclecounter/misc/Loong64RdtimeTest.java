package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Loong64RdtimeTest extends CounterContract {
  Loong64RdtimeTest() {
    super(new Loong64Rdtime(), "loong64-rdtime", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
