// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.nio.file.Path;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * A counter that RDPMC reads while a perf event of the thread's own is mapped; needs 64-bit Linux,
 * a PMU, {@code kernel.perf_event_paranoid} at most 2 and a PMU's {@code rdpmc} of 1, the default,
 * or 2.
 *
 * <p>Hazard: when {@code rdpmc} becomes 0 while the counter is in use, the next RDPMC faults
 * (SIGSEGV). The guard turns that into a loss of the counter, and readings continue with its
 * successor.
 */
abstract class MappedPmc extends PerfEventSource {

  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  MappedPmc(String name) {
    super(name, CounterKind.ON_CORE, X86Library.LIBRARY);
  }

  @Override
  public String instruction() {
    return "RDPMC";
  }

  /**
   * Rejects before the library is loaded, in the order of the reasons: the system, then its PMU.
   */
  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    needsLinux();
    super.checkPlatform();
  }

  /**
   * Returns whether a maker's processors can have the counter; the maker is empty if it is not
   * known.
   */
  abstract boolean isFor(String maker);

  // For reports only: before a first reading the file would cost too much.
  @Override
  public final boolean isForThisProcessor() {
    return isFor(Platform.field(CPUINFO, "vendor_id"));
  }

  static void needsLinux() throws CounterUnavailableException {
    if (!Platform.current().prefix().equals("linux-x86-64")) {
      throw new CounterUnavailableException(
          "it needs 64-bit Linux; this is " + Platform.current().prefix());
    }
  }

  /** Puts the one guard in force that all counters of the library share. */
  @Override
  protected final void guard() {
    new Amd64PmcFf().guard();
  }

  @Override
  protected final String whyForbidden() {
    return "/sys/bus/event_source/devices/cpu/rdpmc has become 0, needs 1 or 2";
  }

  @Override
  protected final String whyNotAllowed() {
    return "the kernel gave an event that RDPMC cannot read:"
        + " /sys/bus/event_source/devices/cpu/rdpmc must be 1 or 2";
  }
}
