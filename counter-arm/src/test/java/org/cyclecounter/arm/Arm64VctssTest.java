// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm64VctssTest extends CounterContract {
  Arm64VctssTest() {
    super(new Arm64Vctss(), "arm64-vctss", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
