package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * {@code s390x-stckf}: the time-of-day clock by STORE CLOCK FAST, the same on all processors. Its
 * bit 51 is a microsecond, so its lowest bit ticks 4,096,000,000 times a second; the clock's
 * highest bit is set today, so that a reading is negative and only differences count.
 *
 * <p>Source: z/Architecture Principles of Operation, SA22-7832, "Time-of-Day Clock".
 */
final class S390xStckf extends NativeCounterSource {

  S390xStckf() {
    super(
        "s390x-stckf",
        CounterKind.FIXED_RESOLUTION,
        Scope.SYSTEM,
        MiscLibrary.LIBRARY,
        Scaling.ticksPerSecond(4_096_000_000L));
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected TickSource jniRead(Function function) {
    return function == Function.TICKS ? S390xStckf::ticks : S390xStckf::orderedTicks;
  }
}
