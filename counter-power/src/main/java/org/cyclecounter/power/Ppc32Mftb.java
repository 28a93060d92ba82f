package org.cyclecounter.power;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code ppc32-mftb}: the time base, the same on all cores of a machine, read in two halves by a
 * 32-bit process.
 */
final class Ppc32Mftb extends NativeCounterSource {

  Ppc32Mftb() {
    super(
        "ppc32-mftb",
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
    return function == Function.TICKS ? Ppc32Mftb::ticks : Ppc32Mftb::orderedTicks;
  }
}
