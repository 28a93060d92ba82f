// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm64VctTest extends CounterContract {
  Arm64VctTest() {
    super(new Arm64Vct("arm64-vct"), "arm64-vct", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
