// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm32CortexTest extends CounterContract {
  Arm32CortexTest() {
    super(new Arm32Cortex(), "arm32-cortex", CounterKind.ON_CORE, Scope.CORE);
  }
}
