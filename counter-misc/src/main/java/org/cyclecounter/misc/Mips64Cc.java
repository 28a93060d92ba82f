package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code mips64-cc}: the core's cycles, 32 bits: hardware register 2, the cycle counter, times
 * hardware register 3, the number of cycles at which it advances.
 */
final class Mips64Cc extends NativeCounterSource {

  Mips64Cc() {
    super("mips64-cc", CounterKind.ON_CORE, Scope.CORE, MiscLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  public int bits() {
    return 32;
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Mips64Cc::ticks : Mips64Cc::orderedTicks;
  }
}
