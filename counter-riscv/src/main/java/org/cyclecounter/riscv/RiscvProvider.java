// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.Platform;

/** The counters of RISC-V processors. */
public final class RiscvProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return of(Platform.current());
  }

  static List<CounterSource> of(Platform platform) {
    return switch (platform.processor()) {
      case "riscv64" ->
          List.of(
              new PerfRdcycle("riscv64-perfrdcycle"),
              new Rdcycle("riscv64-rdcycle"),
              new Riscv64Rdtime());
      case "riscv32" ->
          List.of(new PerfRdcycle("riscv32-perfrdcycle"), new Rdcycle("riscv32-rdcycle"));
      default -> List.of();
    };
  }

  /** Lists those that libcpucycles 20260901 does not have; the build asks for its list of names. */
  static List<String> additions() {
    return List.of("riscv64-rdtime");
  }
}
