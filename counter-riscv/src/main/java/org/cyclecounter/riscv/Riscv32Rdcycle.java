package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code riscv32-rdcycle}: the hart's cycles by RDCYCLE and RDCYCLEH. Undefined in user mode unless
 * the kernel allows it: since Linux 6.6 where {@code kernel.perf_user_access} is 2.
 */
final class Riscv32Rdcycle extends NativeCounterSource {

  Riscv32Rdcycle() {
    super("riscv32-rdcycle", CounterKind.ON_CORE, Scope.CORE, RiscvLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected void check() throws CounterUnavailableException {
    LegacyAccess.check();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Riscv32Rdcycle::ticks : Riscv32Rdcycle::orderedTicks;
  }
}
