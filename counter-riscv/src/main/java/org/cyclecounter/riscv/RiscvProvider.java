// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/** The counters of RISC-V processors: that of libcpucycles 20240114 first, then the others. */
public final class RiscvProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "riscv64" ->
          List.of(
              new Rdcycle("riscv64-rdcycle"),
              new PerfRdcycle("riscv64-perfrdcycle"),
              new Riscv64Rdtime());
      case "riscv32" ->
          List.of(new Rdcycle("riscv32-rdcycle"), new PerfRdcycle("riscv32-perfrdcycle"));
      default -> List.of();
    };
  }

  /** Lists those of libcpucycles 20260901 in its order; the build asks for its list of names. */
  static List<String> of20260901() {
    return List.of(
        "riscv64-perfrdcycle", "riscv64-rdcycle", "riscv32-perfrdcycle", "riscv32-rdcycle");
  }
}
