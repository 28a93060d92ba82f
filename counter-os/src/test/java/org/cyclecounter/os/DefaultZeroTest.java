// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class DefaultZeroTest extends CounterContract {
  DefaultZeroTest() {
    super(new DefaultZero(), "default-zero", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM);
  }
}
