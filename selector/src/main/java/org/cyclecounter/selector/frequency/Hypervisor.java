// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

/**
 * Finds out if this machine is a virtual one. Used for sentences only: a slow read is blamed on a
 * hypervisor where there is one, and no counter is chosen or rejected by it.
 */
public final class Hypervisor {

  private Hypervisor() {}

  /**
   * Asks Linux, which shows CPUID's bit for it (leaf 1, ECX bit 31) on x86; false where the system
   * does not tell. Reads a file.
   */
  public static boolean isThere() {
    return Parsers.hasFlag(new Machine().file("/proc/cpuinfo").orElse(""), "hypervisor");
  }
}
