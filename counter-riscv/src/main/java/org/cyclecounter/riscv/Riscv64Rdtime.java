// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.DeviceTree;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code riscv64-rdtime}: the platform's clock by RDTIME, the same on all harts, at a rate that the
 * kernel reports; 10 MHz is common. On some machines the firmware has to emulate it.
 *
 * <p>An emulated read traps into machine mode: its cost shows that, its resolution does not. Run
 * under user and system emulation.
 */
final class Riscv64Rdtime extends NativeCounterSource {

  Riscv64Rdtime() {
    super(
        "riscv64-rdtime",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        RiscvLibrary.LIBRARY,
        Scaling.findMultiplier());
  }

  static native long ticks();

  static native long orderedTicks();

  /** Returns the rate in Hz; 0 where the kernel does not say. */
  static native long frequencyByHwprobe();

  @Override
  protected native long address(int function);

  /**
   * Asks riscv_hwprobe, which has the rate since Linux 6.11 (Documentation/arch/riscv/hwprobe.rst),
   * otherwise the device tree.
   */
  @Override
  protected long ticksPerSecond() {
    long hz = frequencyByHwprobe();
    return hz > 0 ? hz : DeviceTree.timebaseFrequency();
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
