// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Asks the kernel, if CPUID does not answer, whether the time-stamp counter runs at one rate on all
 * cores, so that readings of different cores can be compared. The kernel checks the cores against
 * each other before it uses the counter as its clock source. Sources: the kernel's
 * Documentation/virt/kvm/x86/timekeeping.rst, arch/x86/kernel/tsc.c.
 */
final class InvariantTsc {

  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private InvariantTsc() {}

  /** Returns a sentence if nothing says that it is; empty if it is. */
  static String whyNot() {
    return whyNot(CLOCK_SOURCE, CPUINFO);
  }

  static String whyNot(Path clockSource, Path cpuinfo) {
    String source = Platform.read(clockSource);
    if (source.equals("tsc")
        || List.of(Platform.field(cpuinfo, "flags").split(" "))
            .containsAll(List.of("constant_tsc", "nonstop_tsc"))) {
      return "";
    }
    return "its rate may change, and differ between cores: CPUID does not call it invariant"
        + " (0x80000007, EDX bit 8), nor does the kernel (clock source "
        + (source.isEmpty() ? "unknown" : source)
        + ", no nonstop_tsc)";
  }
}
