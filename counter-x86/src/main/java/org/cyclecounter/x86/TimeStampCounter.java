package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.SerializedReads;
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
abstract class TimeStampCounter extends NativeCounterSource implements SerializedReads {

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

  // No method references: cold start 1.
  private static final class Fenced implements TickSource {
    @Override
    public long ticks() {
      return fencedTicks();
    }
  }

  private static final class Rdtscp implements TickSource {
    @Override
    public long ticks() {
      return rdtscpTicks();
    }
  }

  private static final class BothFenced implements TickSource {
    @Override
    public long ticks() {
      return bothFencedTicks();
    }
  }

  static native int order();

  static native long fencedAddress();

  static native long rdtscpAddress();

  static native long bothFencedAddress();

  static boolean hasRdtscp() {
    return order() == RDTSCP;
  }

  @Override
  public final TickSource openSerialized() throws CounterUnavailableException {
    return new SerializedTsc(this).open();
  }

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
    if (order == UNORDERED) {
      return ticksAddress();
    }
    // Not a switch, as below: cold start 15.
    if (function == Function.START_TICKS.ordinal()) {
      return fencedAddress();
    }
    if (function == Function.STOP_TICKS.ordinal()) {
      return order == RDTSCP ? rdtscpAddress() : bothFencedAddress();
    }
    return ticksAddress();
  }

  @Override
  protected final TickSource jniRead(Function function) {
    int order = order();
    if (order == UNORDERED) {
      return jniTicks;
    }
    if (function == Function.START_TICKS) {
      return new Fenced();
    }
    if (function == Function.STOP_TICKS) {
      return order == RDTSCP ? new Rdtscp() : new BothFenced();
    }
    return jniTicks;
  }
}
