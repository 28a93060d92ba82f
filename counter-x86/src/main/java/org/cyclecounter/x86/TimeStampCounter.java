package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
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

  /** What {@code stopKind()} in C answers. */
  static final int UNORDERED = 0;

  static final int RDTSCP = 2;

  private final String processor;

  TimeStampCounter(String name, String processor) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
    this.processor = processor;
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    String here = Platform.current().processor();
    if (!here.equals(processor)) {
      throw new CounterUnavailableException(
          "it needs an " + processor + " process; this one is " + here);
    }
  }
}
