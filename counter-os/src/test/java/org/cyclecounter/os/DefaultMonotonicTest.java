// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class DefaultMonotonicTest extends CounterContract {
  DefaultMonotonicTest() {
    super(new DefaultMonotonic(), "default-monotonic", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
  }
}
