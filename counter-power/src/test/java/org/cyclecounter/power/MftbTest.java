// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;

/** One counter, and the contract for each of its names. */
class MftbTest {

  @Nested
  class Ppc64 extends CounterContract {
    Ppc64() {
      super(new Mftb("ppc64-mftb"), "ppc64-mftb", CounterKind.OFF_CORE, Scope.SYSTEM);
    }
  }

  @Nested
  class Ppc32 extends CounterContract {
    Ppc32() {
      super(new Mftb("ppc32-mftb"), "ppc32-mftb", CounterKind.OFF_CORE, Scope.SYSTEM);
    }
  }
}
