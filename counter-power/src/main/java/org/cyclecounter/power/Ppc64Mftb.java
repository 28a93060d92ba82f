package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code ppc64-mftb}: the time base, 64 bits, the same on all cores of a machine; 512 MHz on POWER8
 * and newer servers.
 */
final class Ppc64Mftb extends NativeCounterSource {

  Ppc64Mftb() {
    super(
        "ppc64-mftb",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        PowerLibrary.LIBRARY,
        Scaling.findMultiplier());
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
    return function == Function.TICKS ? Ppc64Mftb::ticks : Ppc64Mftb::orderedTicks;
  }
}
