package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;

class DefaultZeroTest extends CounterContract {
  DefaultZeroTest() {
    super(new DefaultZero(), "default-zero", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
  }
}
