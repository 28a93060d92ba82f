// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.Collections;
import java.util.List;

/**
 * The settings that decide whether this process may count cycles through Linux's perf events.
 * Sources: Documentation/admin-guide/sysctl/kernel.rst,
 * Documentation/ABI/testing/sysfs-bus-event_source-devices, proc_pid_status(5).
 */
final class PerfFiles {

  private static final String DEVICES = "/sys/bus/event_source/devices";
  private static final String KERNEL = "/proc/sys/kernel/";
  private static final String STATUS = "/proc/self/status";

  /** linux/capability.h: bits of CapEff, a hexadecimal number of 64 bits. */
  private static final long CAP_SYS_ADMIN = 1L << 21;

  // Since Linux 5.8; before, CAP_SYS_ADMIN was needed.
  private static final long CAP_PERFMON = 1L << 38;

  private PerfFiles() {}

  static MaybeKnown<String> corePmus(MachineFiles files) {
    return pmus(files).map(names -> names.isEmpty() ? "none" : String.join(", ", names));
  }

  private static MaybeKnown<List<String>> pmus(MachineFiles files) {
    return files.names(DEVICES).map(names -> names.stream().filter(PerfFiles::isOfCores).toList());
  }

  /**
   * Tells PMUs of cores from others by their driver's name: {@code cpu} and {@code cpu_core} (x86,
   * RISC-V, POWER), {@code armv8_pmuv3_0}, {@code apple_icestorm_pmu}, {@code cpum_cf} (s390). The
   * folder also has what is no core's: software events, tracepoints, memory controllers, energy.
   */
  private static boolean isOfCores(String name) {
    return name.equals("cpu")
        || name.startsWith("cpu_")
        || name.startsWith("armv")
        || name.startsWith("apple_") && name.endsWith("_pmu")
        || name.equals("cpum_cf");
  }

  static MaybeKnown<Long> paranoid(MachineFiles files) {
    return files.number(KERNEL + "perf_event_paranoid");
  }

  static MaybeKnown<Long> userAccess(MachineFiles files) {
    return files.number(KERNEL + "perf_user_access");
  }

  static MaybeKnown<Long> rdpmc(MachineFiles files) {
    return MaybeKnown.each(
            pmus(files), "no core PMU", pmu -> files.number(DEVICES + "/" + pmu + "/rdpmc"))
        .map(Collections::min);
  }

  static MaybeKnown<String> nmiWatchdog(MachineFiles files) {
    return files.number(KERNEL + "nmi_watchdog").map(value -> value != 0 ? "on" : "off");
  }

  /** The kernel's perfmon_capable() takes either capability, in the first user namespace only. */
  static MaybeKnown<String> privileged(MachineFiles files) {
    return files
        .line(STATUS, "CapEff")
        .parse(
            digits -> Long.parseUnsignedLong(digits, 16),
            "CapEff in " + STATUS + " is not a hexadecimal number")
        .map(bits -> (bits & (CAP_SYS_ADMIN | CAP_PERFMON)) != 0 && isFirstNamespace(files))
        .map(isPrivileged -> isPrivileged ? "yes" : "no");
  }

  /**
   * The first user namespace maps every user to itself: user_namespaces(7). Root of another one, as
   * in a rootless container, has all capabilities in CapEff and none that the kernel asks for here.
   * A kernel without namespaces has no such file.
   */
  private static boolean isFirstNamespace(MachineFiles files) {
    MaybeKnown<String> map = files.text("/proc/self/uid_map");
    return !map.isKnown() || map.orElse("").replaceAll("\\s+", " ").equals("0 0 4294967295");
  }

  /** A filter's mode: 0 for none, 1 for strict mode, 2 for a filter: proc_pid_status(5). */
  static MaybeKnown<String> seccomp(MachineFiles files) {
    return files.line(STATUS, "Seccomp").map(mode -> mode.equals("0") ? "off" : "on");
  }
}
