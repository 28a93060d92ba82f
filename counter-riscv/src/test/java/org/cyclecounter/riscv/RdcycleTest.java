// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

/** Its facts do not depend on its name; {@link RiscvProviderTest} has both names. */
class RdcycleTest extends CounterContract {
  RdcycleTest() {
    super(new Rdcycle("riscv64-rdcycle"), "riscv64-rdcycle", CounterKind.ON_CORE, Scope.CORE);
  }
}
