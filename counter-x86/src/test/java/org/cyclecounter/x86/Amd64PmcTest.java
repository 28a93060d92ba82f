// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Amd64PmcTest extends CounterContract {
  Amd64PmcTest() {
    super(
        new Amd64Pmc("amd64-pmc"),
        "amd64-pmc",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "RDPMC",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }
}
