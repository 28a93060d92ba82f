// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.nativelib.Platform;

class RiscvProviderTest extends ProviderContract {
  RiscvProviderTest() {
    super(
        RiscvProvider.class,
        Platform.current().processor(),
        processor -> RiscvProvider.of(new Platform("linux", processor)),
        """
        riscv64-rdcycle     riscv64 ON_CORE  CORE   64 - CORE_CYCLES
        riscv64-perfrdcycle riscv64 ON_CORE  THREAD 64 - USER_CYCLES/CORE_CYCLES
        riscv64-rdtime      riscv64 OFF_CORE SYSTEM 64 - TICKS
        riscv32-rdcycle     riscv32 ON_CORE  CORE   64 - CORE_CYCLES
        riscv32-perfrdcycle riscv32 ON_CORE  THREAD 64 - USER_CYCLES/CORE_CYCLES
        """);
  }
}
