// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class DefaultPerfeventTest extends CounterContract {
  DefaultPerfeventTest() {
    super(
        new DefaultPerfevent(),
        "default-perfevent",
        CounterKind.OFF_CORE,
        Scope.THREAD,
        "read(2)",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }
}
