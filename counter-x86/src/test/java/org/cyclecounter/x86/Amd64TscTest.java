package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64TscTest extends CounterContract {
  Amd64TscTest() {
    super(new Amd64Tsc(), "amd64-tsc", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
