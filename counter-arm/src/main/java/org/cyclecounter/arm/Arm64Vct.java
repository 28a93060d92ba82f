// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code arm64-vct}: the virtual count of the generic timer, CNTVCT_EL0, the same on all cores; it
 * ticks at 1 to 50 MHz before Armv8.6 and at 1 GHz since. The firmware writes the rate down in
 * CNTFRQ_EL0. User mode may read both if CNTKCTL_EL1.EL0VCTEN is set, as Linux and FreeBSD set it.
 * An ordered read has an ISB on each side.
 */
class Arm64Vct extends NativeCounterSource {

  Arm64Vct(String name) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, ArmLibrary.LIBRARY, Scaling.findMultiplier());
  }

  static native long ticks();

  static native long orderedTicks();

  /**
   * Returns the rate in Hz, as the firmware has written it down; the selector compares it with the
   * clock, because some firmware is wrong.
   */
  static native long frequency();

  @Override
  protected native long address(int function);

  /**
   * Reads CNTFRQ_EL0, which may be read wherever the count may; on FreeBSD asks the kernel first.
   */
  @Override
  protected final long ticksPerSecond() {
    return frequency();
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
