package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code loong64-rdtime}: the constant-rate stable counter, the same on all cores, 100 MHz on most;
 * CPUCFG tells its rate.
 */
final class Loong64Rdtime extends NativeCounterSource {

  Loong64Rdtime() {
    super(
        "loong64-rdtime",
        CounterKind.OFF_CORE,
        Scope.SYSTEM,
        MiscLibrary.LIBRARY,
        Scaling.findMultiplier());
  }

  static native long ticks();

  static native long orderedTicks();

  static native long frequency();

  @Override
  protected native long address(int function);

  /** CPUCFG words 4 and 5. */
  @Override
  protected long ticksPerSecond() {
    return frequency();
  }

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? Loong64Rdtime::ticks : Loong64Rdtime::orderedTicks;
  }
}
