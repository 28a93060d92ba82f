package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code riscv64-rdcycle}: the hart's cycles by RDCYCLE. Undefined in user mode unless the kernel
 * allows it: since Linux 6.6 where {@code kernel.perf_user_access} is 2.
 */
final class Riscv64Rdcycle extends NativeCounterSource {

  Riscv64Rdcycle() {
    super("riscv64-rdcycle", CounterKind.ON_CORE, Scope.CORE, RiscvLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  static native void guard();

  @Override
  protected native long address(int function);

  @Override
  protected void check() throws CounterUnavailableException {
    LegacyAccess.check();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Riscv64Rdcycle::ticks : Riscv64Rdcycle::orderedTicks;
  }

  @Override
  protected TickSource wrap(TickSource reads) {
    return CheckedTicks.losable(
        reads, "RDCYCLE faults (SIGILL): kernel.perf_user_access must be 2", Riscv64Rdcycle::guard);
  }
}
