// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.math.BigInteger;
import java.util.List;

/**
 * Reads the settings of perf events: Documentation/admin-guide/sysctl/kernel.rst,
 * Documentation/ABI/testing/sysfs-bus-event_source-devices, proc_pid_status(5).
 */
final class PerfFiles {

  private static final String DEVICES = "/sys/bus/event_source/devices";
  private static final String KERNEL = "/proc/sys/kernel/";
  private static final String STATUS = "/proc/self/status";

  private static final int CAP_SYS_ADMIN = 21;
  private static final int CAP_PERFMON = 38;

  private PerfFiles() {}

  static PerfFacts read(MachineFiles files) {
    Known<List<String>> devices = files.names(DEVICES);
    Known<List<String>> pmus =
        devices.map(names -> names.stream().filter(PerfFiles::isOfCores).toList());
    return new PerfFacts(
        devices,
        pmus,
        files.number(KERNEL + "perf_event_paranoid"),
        files.number(KERNEL + "perf_user_access"),
        rdpmc(files, pmus),
        files.number(KERNEL + "nmi_watchdog").map(value -> value != 0),
        privileged(files),
        files.line(STATUS, "Seccomp").map(mode -> !mode.equals("0")));
  }

  /**
   * Whether a PMU is of cores, by its driver's name: {@code cpu} and {@code cpu_core} (x86, RISC-V,
   * POWER), {@code armv8_pmuv3_0}, {@code apple_icestorm_pmu}, {@code cpum_cf} (s390).
   */
  private static boolean isOfCores(String name) {
    return name.equals("cpu")
        || name.startsWith("cpu_")
        || name.startsWith("armv")
        || name.startsWith("apple_") && name.endsWith("_pmu")
        || name.equals("cpum_cf");
  }

  private static Known<Long> rdpmc(MachineFiles files, Known<List<String>> pmus) {
    Known<Long> least = Known.unknown(pmus.isKnown() ? "no core PMU" : pmus.whyNot());
    for (String pmu : pmus.orElse(List.of())) {
      Known<Long> value = files.number(DEVICES + "/" + pmu + "/rdpmc");
      if (!least.isKnown() || value.isKnown() && value.orElse(0L) < least.orElse(0L)) {
        least = value;
      }
    }
    return least;
  }

  /** perfmon_capable() asks for either capability, and asks the first user namespace. */
  private static Known<Boolean> privileged(MachineFiles files) {
    Known<String> effective = files.line(STATUS, "CapEff");
    String digits = effective.value();
    if (digits == null) {
      return Known.unknown(effective.whyNot());
    }
    try {
      BigInteger bits = new BigInteger(digits, 16);
      boolean has = bits.testBit(CAP_SYS_ADMIN) || bits.testBit(CAP_PERFMON);
      return Known.of(has && isFirstNamespace(files));
    } catch (NumberFormatException e) {
      return Known.unknown("CapEff in " + STATUS + " is not a hexadecimal number");
    }
  }

  /** The first user namespace maps every user to itself: user_namespaces(7). */
  private static boolean isFirstNamespace(MachineFiles files) {
    Known<String> map = files.text("/proc/self/uid_map");
    return !map.isKnown() || map.orElse("").replaceAll("\\s+", " ").equals("0 0 4294967295");
  }
}
