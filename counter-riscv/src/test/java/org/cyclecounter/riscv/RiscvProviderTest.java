// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.ProviderContract;

class RiscvProviderTest extends ProviderContract {
  RiscvProviderTest() {
    super(
        RiscvProvider.class,
        RiscvProvider::of,
        Map.ofEntries(
            Map.entry(
                "riscv64", List.of("riscv64-perfrdcycle", "riscv64-rdcycle", "riscv64-rdtime")),
            Map.entry("riscv32", List.of("riscv32-perfrdcycle", "riscv32-rdcycle")),
            Map.entry("x86-64", List.of())));
  }
}
