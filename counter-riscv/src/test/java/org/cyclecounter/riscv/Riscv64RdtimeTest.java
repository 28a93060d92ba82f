// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;

class Riscv64RdtimeTest extends CounterContract {
  Riscv64RdtimeTest() {
    super(new Riscv64Rdtime(), "riscv64-rdtime", CounterKind.OFF_CORE, Scope.SYSTEM);
  }
}
