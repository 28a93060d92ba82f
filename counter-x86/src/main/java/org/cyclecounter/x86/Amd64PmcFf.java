// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.nio.file.Path;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * {@code amd64-pmcff}: Intel's fixed counter of core cycles, read as it stands by RDPMC, with no
 * perf event of its own: something else must keep it running, and every PMU's {@code rdpmc} must be
 * 2. 48 bits: it wraps after 2^48 cycles, about a day.
 */
final class Amd64PmcFf extends NativeCounterSource {

  private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

  Amd64PmcFf() {
    super("amd64-pmcff", CounterKind.ON_CORE, Scope.CORE, X86Library.LIBRARY);
  }

  static native long ticks();

  static native long fencedTicks();

  /**
   * Puts the process's one handler of SIGSEGV in force: a fault of RDPMC becomes a loss. It is
   * shared with {@link MappedPmc}; a second call does nothing.
   */
  @Override
  protected native void guard();

  @Override
  protected native long address(int function);

  @Override
  public String instruction() {
    return "RDPMC";
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    MappedPmc.needsLinux();
  }

  /**
   * Asks CPUID and files before any RDPMC: each PMU of a hybrid processor has a setting of its own,
   * so a probe on one kind of core proves nothing for the other.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    FixedCounter.check();
    FixedCounter.needsRdpmc2(DEVICES);
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : fencedTicks();
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return CheckedTicks.losable(reads, "RDPMC faults (SIGSEGV): every PMU's rdpmc must be 2");
  }
}
