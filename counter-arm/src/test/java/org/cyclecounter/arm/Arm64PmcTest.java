// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm64PmcTest extends CounterContract {
  Arm64PmcTest() {
    super(new Arm64Pmc(), "arm64-pmc", CounterKind.ON_CORE, Scope.CORE);
  }
}
