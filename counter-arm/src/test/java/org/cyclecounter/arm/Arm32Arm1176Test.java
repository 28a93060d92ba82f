// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm32Arm1176Test extends CounterContract {
  Arm32Arm1176Test() {
    super(new Arm32Arm1176(), "arm32-1176", CounterKind.ON_CORE, Scope.CORE);
  }
}
