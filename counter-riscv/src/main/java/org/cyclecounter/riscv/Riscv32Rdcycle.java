package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.PerfEvents;

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

  static native long address(int function);

  /** Where the kernel lends the register to threads with a perf event, no trial tells of others. */
  @Override
  protected void check() throws CounterUnavailableException {
    int level = PerfEvents.userAccess();
    if (level == 0 || level == 1) {
      throw new CounterUnavailableException("kernel.perf_user_access is " + level + ", needs 2");
    }
  }

  @Override
  protected long address(Function function) {
    return address(function.ordinal());
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Riscv32Rdcycle::ticks : Riscv32Rdcycle::orderedTicks;
  }
}
