// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

/** Whether the machine is a virtual one. */
public final class Hypervisor {

  private static final String CPUINFO = "/proc/cpuinfo";

  private Hypervisor() {}

  /**
   * Asks Linux, which shows CPUID's bit for it (leaf 1, ECX bit 31) on x86; false where the system
   * does not tell. Reads a file.
   */
  public static boolean isThere() {
    return isThere(new LocalMachine());
  }

  static boolean isThere(Machine machine) {
    return isShownBy(machine.file(CPUINFO).orElse(""));
  }

  /**
   * Whether that bit is set in a text of {@code /proc/cpuinfo}; false on processors other than x86.
   */
  public static boolean isShownBy(String cpuinfo) {
    return Parsers.hasFlag(cpuinfo, "hypervisor");
  }
}
