// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Nested;

/** The contract for each. */
class SystemClockTest {

  @Nested
  class Monotonic extends CounterContract {
    Monotonic() {
      super(
          SystemClock.monotonic(), "default-monotonic", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
    }
  }

  @Nested
  class Zero extends CounterContract {
    Zero() {
      super(SystemClock.zero(), "default-zero", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
    }
  }
}
