// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.Collections;
import java.util.List;

/**
 * The settings that decide whether this process may count cycles through Linux's perf events.
 * Sources: Documentation/admin-guide/sysctl/kernel.rst,
 * Documentation/ABI/testing/sysfs-bus-event_source-devices, proc_pid_status(5).
 *
 * @param corePmus the devices that count events of cores; none in most virtual machines
 * @param paranoid {@code kernel.perf_event_paranoid}: from 3 on, a level that distributions have
 *     added, nothing is counted without {@code CAP_PERFMON}; 2 allows a user's own programs
 * @param userAccess {@code kernel.perf_user_access}, on ARM (Linux 5.17 and newer) and RISC-V (6.6
 *     and newer): whether counters are read by an instruction; 2, on RISC-V, without an event
 * @param rdpmc the smallest value in the PMUs' {@code rdpmc}, on x86: 0 never, 1 with a mapped
 *     event, 2 (Linux 4.0 and newer) always; the smallest, because a hybrid processor has one for
 *     each kind of core, and a thread meets all of them
 * @param nmiWatchdog whether {@code kernel.nmi_watchdog} holds one hardware counter of each core
 * @param isPrivileged whether this process has {@code CAP_PERFMON} or {@code CAP_SYS_ADMIN} in the
 *     first user namespace, so that {@code paranoid} does not bind it
 * @param seccomp whether a filter of system calls is in force: {@code Seccomp} of
 *     proc_pid_status(5), 0 for none, 1 for strict mode, 2 for a filter
 */
public record PerfFacts(
    Known<List<String>> corePmus,
    Known<Long> paranoid,
    Known<Long> userAccess,
    Known<Long> rdpmc,
    Known<Boolean> nmiWatchdog,
    Known<Boolean> isPrivileged,
    Known<Boolean> seccomp) {

  private static final String DEVICES = "/sys/bus/event_source/devices";
  private static final String KERNEL = "/proc/sys/kernel/";
  private static final String STATUS = "/proc/self/status";

  /** linux/capability.h: bits of CapEff, a hexadecimal number of 64 bits. */
  private static final long CAP_SYS_ADMIN = 1L << 21;

  // Since Linux 5.8; before, CAP_SYS_ADMIN was needed.
  private static final long CAP_PERFMON = 1L << 38;

  static PerfFacts read(MachineFiles files) {
    Known<List<String>> pmus =
        files.names(DEVICES).map(names -> names.stream().filter(PerfFacts::isOfCores).toList());
    return new PerfFacts(
        pmus,
        files.number(KERNEL + "perf_event_paranoid"),
        files.number(KERNEL + "perf_user_access"),
        Known.each(pmus, "no core PMU", pmu -> files.number(DEVICES + "/" + pmu + "/rdpmc"))
            .map(Collections::min),
        files.number(KERNEL + "nmi_watchdog").map(value -> value != 0),
        privileged(files),
        files.line(STATUS, "Seccomp").map(mode -> !mode.equals("0")));
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

  /** The kernel's perfmon_capable() takes either capability, in the first user namespace only. */
  private static Known<Boolean> privileged(MachineFiles files) {
    return files
        .line(STATUS, "CapEff")
        .parse(
            digits -> Long.parseUnsignedLong(digits, 16),
            "CapEff in " + STATUS + " is not a hexadecimal number")
        .map(bits -> (bits & (CAP_SYS_ADMIN | CAP_PERFMON)) != 0 && isFirstNamespace(files));
  }

  /**
   * The first user namespace maps every user to itself: user_namespaces(7). Root of another one, as
   * in a rootless container, has all capabilities in CapEff and none that the kernel asks for here.
   * A kernel without namespaces has no such file.
   */
  private static boolean isFirstNamespace(MachineFiles files) {
    Known<String> map = files.text("/proc/self/uid_map");
    return !map.isKnown() || map.orElse("").replaceAll("\\s+", " ").equals("0 0 4294967295");
  }

  List<Fact> facts() {
    Known<String> pmus = corePmus.map(names -> names.isEmpty() ? "none" : String.join(", ", names));
    return List.of(
        Fact.of("corePmus", "Core PMU", pmus),
        Fact.of("perfEventParanoid", "kernel.perf_event_paranoid", paranoid),
        Fact.of("perfUserAccess", "kernel.perf_user_access", userAccess),
        Fact.of("rdpmc", "rdpmc of the core PMU", rdpmc),
        Fact.of("nmiWatchdog", "NMI watchdog", nmiWatchdog.map(on -> on ? "on" : "off")),
        Fact.of(
            "privileged",
            "CAP_PERFMON or CAP_SYS_ADMIN",
            isPrivileged.map(yes -> yes ? "yes" : "no")),
        Fact.of("seccomp", "System-call filter (seccomp)", seccomp.map(on -> on ? "on" : "off")));
  }
}
