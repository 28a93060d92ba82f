package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The time-stamp counter: 64 bits, counting at a constant rate on every processor since about 2008
 * (CPUID 0x80000007, EDX bit 8), whatever the core's own frequency is at the time, and synchronised
 * over the cores of a machine by the operating system. In a virtual machine it may be offset and
 * scaled by the hypervisor. It does not count the core's cycles: turbo and throttling do not show.
 *
 * <p>Sources: Intel SDM volume 3B, "Time-Stamp Counter"; AMD APM volume 2, "Time-Stamp Counter".
 * The ordered reads are LFENCE;RDTSC and RDTSCP;LFENCE, the latter LFENCE;RDTSC;LFENCE where CPUID
 * does not show RDTSCP.
 */
abstract class TimeStampCounter extends NativeCounterSource {

  /** What {@link #order()} answers: which reads the processor has. */
  private static final int UNORDERED = 0;

  private static final int RDTSCP = 2;

  private final String processor;
  private final TickSource jniTicks;

  TimeStampCounter(String name, String processor, TickSource jniTicks) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
    this.processor = processor;
    this.jniTicks = jniTicks;
  }

  static native long fencedTicks();

  static native long rdtscpTicks();

  static native long bothFencedTicks();

  static native int order();

  static native long fencedAddress();

  static native long rdtscpAddress();

  static native long bothFencedAddress();

  /** The address of the plain read. */
  abstract long ticksAddress();

  @Override
  protected final void checkPlatform() throws CounterUnavailableException {
    String here = Platform.current().processor();
    if (!here.equals(processor)) {
      throw new CounterUnavailableException(
          "it needs an " + processor + " process; this one is " + here);
    }
  }

  @Override
  protected final long address(int function) {
    int order = order();
    return switch (Function.values()[function]) {
      case START_TICKS -> order == UNORDERED ? ticksAddress() : fencedAddress();
      case STOP_TICKS ->
          order == UNORDERED
              ? ticksAddress()
              : order == RDTSCP ? rdtscpAddress() : bothFencedAddress();
      case TICKS, ENTRY_POINT -> ticksAddress();
    };
  }

  @Override
  protected final TickSource jniRead(Function function) {
    int order = order();
    return switch (function) {
      case START_TICKS -> order == UNORDERED ? jniTicks : TimeStampCounter::fencedTicks;
      case STOP_TICKS ->
          order == UNORDERED
              ? jniTicks
              : order == RDTSCP ? TimeStampCounter::rdtscpTicks : TimeStampCounter::bothFencedTicks;
      case TICKS, ENTRY_POINT -> jniTicks;
    };
  }
}
