package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code sparc64-rdtick}: the processor's TICK register, 63 bits. Cycles of the core on older
 * processors, a clock of constant rate on newer ones. Faults where the kernel has set NPT.
 */
final class Sparc64Rdtick extends NativeCounterSource {

  Sparc64Rdtick() {
    super("sparc64-rdtick", CounterKind.ON_CORE, Scope.CORE, MiscLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Sparc64Rdtick::ticks : Sparc64Rdtick::orderedTicks;
  }
}
