// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEvents;

/**
 * {@code riscv64-rdcycle} and {@code riscv32-rdcycle}: the hart's cycles by RDCYCLE, in 32 bits
 * with RDCYCLEH. Undefined in user mode (SIGILL) unless the kernel allows it: since Linux 6.6 if
 * {@code kernel.perf_user_access} is 2.
 *
 * <p>Run under user emulation and, in 64 bits, under system emulation.
 */
final class Rdcycle extends NativeCounterSource {

  private final boolean isGuarded;

  Rdcycle(String name) {
    super(name, CounterKind.ON_CORE, Scope.CORE, RiscvLibrary.LIBRARY);
    isGuarded = name.equals("riscv64-rdcycle"); // rdcycle.c has no guard in 32 bits
  }

  static native long ticks();

  static native long orderedTicks();

  /**
   * Puts the guard of SIGILL in force: a read that faults becomes a loss. 64-bit processes only.
   */
  @Override
  protected native void guard();

  @Override
  protected native long address(int function);

  /**
   * Rejects a kernel on which not every thread may read the register. Before Linux 6.6 all may; if
   * the kernel lends it to threads with a perf event, a probe in one thread proves nothing of
   * others.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    // Negative where there is no such setting: before Linux 6.6.
    int level = PerfEvents.userAccess();
    if (level == 0 || level == 1) {
      throw new CounterUnavailableException("kernel.perf_user_access is " + level + ", needs 2");
    }
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return isGuarded
        ? CheckedTicks.losable(reads, "RDCYCLE faults (SIGILL): kernel.perf_user_access must be 2")
        : reads;
  }
}
