// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import java.nio.file.Path;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.DeviceTree;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code ppc64-mftb} and {@code ppc32-mftb}: the time base, 64 bits, the same on all cores of a
 * machine, which a 32-bit process reads in two halves; 512 MHz on POWER8 and newer servers. An
 * ordered read has an ISYNC on each side.
 *
 * <p>Source: Power ISA 3.1B, Book II, chapter 6, "Time Base".
 */
final class Mftb extends NativeCounterSource {

  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  Mftb(String name) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, PowerLibrary.LIBRARY, Scaling.findMultiplier());
  }

  /**
   * MFTB (SPR 268). In 32 bits the upper half is read before and after the lower one, until both
   * agree.
   */
  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  /**
   * Reads the rate that the kernel took from the firmware: the line {@code timebase} of {@code
   * /proc/cpuinfo} (arch/powerpc/kernel/setup-common.c), or the device tree.
   */
  @Override
  protected long ticksPerSecond() {
    long hz = ofCpuinfo(CPUINFO);
    return hz > 0 ? hz : DeviceTree.timebaseFrequency();
  }

  /** Parses the rate in Hz; 0 if there is no such line. */
  static long ofCpuinfo(Path cpuinfo) {
    try {
      return Long.parseLong(Platform.field(cpuinfo, "timebase"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
