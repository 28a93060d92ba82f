// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * {@code arm32-cortex}: the core's cycles by the 32-bit PMCCNTR of ARMv7-A and newer, in every
 * privilege level and for every process on the core. Undefined in user mode (SIGILL) unless a
 * kernel module has allowed it; the first read starts the counter, on the core it runs on. An
 * ordered read has an ISB on each side.
 *
 * <p>Source: Arm Architecture Reference Manual ARMv7-A, DDI 0406C, chapter C12.
 *
 * <p>Hazard: on another core than that of the first read the counter may not have been started, and
 * then stands still. Run under user emulation only, where it is undefined.
 */
final class Arm32Cortex extends NativeCounterSource {

  Arm32Cortex() {
    super("arm32-cortex", CounterKind.ON_CORE, Scope.CORE, ArmLibrary.LIBRARY);
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
        reads, "reading PMCCNTR faults (SIGILL): was the kernel module that allows it unloaded?");
  }
}
