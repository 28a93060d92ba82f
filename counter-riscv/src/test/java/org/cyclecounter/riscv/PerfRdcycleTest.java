// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

/** Its facts do not depend on its name; {@link RiscvProviderTest} has both names. */
class PerfRdcycleTest extends CounterContract {
  PerfRdcycleTest() {
    super(
        new PerfRdcycle("riscv64-perfrdcycle"),
        "riscv64-perfrdcycle",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }
}
