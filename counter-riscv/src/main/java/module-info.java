// SPDX-License-Identifier: Apache-2.0
import org.cyclecounter.riscv.RiscvProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.NullMarked;

/** Cycle counters of RISC-V processors. */
@NullMarked
module org.cyclecounter.riscv {
  requires org.cyclecounter.api;
  requires static org.jspecify;

  provides CycleCounterProvider with
      RiscvProvider;
}
