package org.cyclecounter.riscv;

import java.util.List;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** The counters of RISC-V processors. This version has none yet. */
public final class RiscvProvider implements CycleCounterProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RiscvProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of();
  }
}
