// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * {@code arm32-1176}: the core's cycles by the 32-bit cycle counter register of the ARM1176, for
 * every process. Undefined in user mode (SIGILL) unless a kernel module has allowed it; the first
 * read starts the counter. An ordered read has a flush of the prefetch buffer on each side.
 *
 * <p>Source: ARM1176JZF-S Technical Reference Manual, DDI 0301H, "System performance monitor".
 *
 * <p>32 bits wrap within seconds: the selector extends them to 64 as long as it is read often
 * enough. Run under user emulation only, where it is undefined.
 */
final class Arm32Arm1176 extends NativeCounterSource {

  Arm32Arm1176() {
    super("arm32-1176", CounterKind.ON_CORE, Scope.CORE, ArmLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  /** Puts the guard of SIGILL in force: a read that faults becomes a loss. */
  @Override
  protected native void guard();

  @Override
  protected native long address(int function);

  @Override
  public int bits() {
    return 32;
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return CheckedTicks.losable(
        reads,
        "reading the cycle counter faults (SIGILL): was the kernel module that allows it unloaded?");
  }
}
