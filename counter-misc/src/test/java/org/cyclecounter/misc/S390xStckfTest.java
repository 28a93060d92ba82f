package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class S390xStckfTest extends CounterContract {
  S390xStckfTest() {
    super(new S390xStckf(), "s390x-stckf", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
  }
}
