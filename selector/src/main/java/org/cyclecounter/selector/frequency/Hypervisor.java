package org.cyclecounter.selector.frequency;

/** Whether the machine is a virtual one. */
public final class Hypervisor {

  private static final String CPUINFO = "/proc/cpuinfo";

  private Hypervisor() {}

  /**
   * Asks Linux, which shows CPUID's bit for it (leaf 1, ECX bit 31) on x86. Reads a file.
   *
   * @return false where the system does not tell
   */
  public static boolean isThere() {
    return isThere(new LocalMachine());
  }

  static boolean isThere(Machine machine) {
    return Parsers.hasFlag(machine.file(CPUINFO).orElse(""), "hypervisor");
  }
}
