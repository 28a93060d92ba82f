package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code ppc64-mftb} and {@code ppc32-mftb}: the time base, 64 bits, the same on all cores of a
 * machine, which a 32-bit process reads in two halves; 512 MHz on POWER8 and newer servers.
 */
final class Mftb extends NativeCounterSource {

  Mftb(String name) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, PowerLibrary.LIBRARY, Scaling.findMultiplier());
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  /** The rate that the kernel took from the firmware. */
  @Override
  protected long ticksPerSecond() {
    return TimeBase.frequency();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Mftb::ticks : Mftb::orderedTicks;
  }
}
