// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Arm64PerfPmcTest extends CounterContract {
  Arm64PerfPmcTest() {
    super(
        new Arm64PerfPmc(),
        "arm64-perfpmc",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }
}
