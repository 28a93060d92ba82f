// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.function.Function;

/**
 * The facts about a machine, in the order in which they are printed: each with its source. Keys are
 * part of the schema of {@code doctor --json}, and of the page of {@code measure}, which selects
 * some of them.
 */
public enum MachineFact {
  /** The processor's name for people, as the processor or the firmware gives it. */
  PROCESSOR("processor", "Processor", ProcessorFiles::model),
  ARCHITECTURE("architecture", "Architecture", files -> MaybeKnown.of(files.architecture())),
  /** The number that this process may use: fewer than there are in a container with a limit. */
  PROCESSORS(
      "processors",
      "Processors for this process",
      files -> MaybeKnown.of(Runtime.getRuntime().availableProcessors())),
  /** The driver that sets the processors' frequency, such as {@code intel_pstate}. */
  DRIVER("frequencyDriver", "Frequency driver", ProcessorFiles::driver),
  /** The rule by which it does, such as {@code performance}; with commas where they differ. */
  GOVERNOR("governor", "Frequency governor", ProcessorFiles::governor),
  /** {@code on} if the processors may run above their base frequency. */
  TURBO("turbo", "Turbo", ProcessorFiles::turbo),
  /** The lowest frequency that is allowed now ({@code scaling_min_freq}), over all. */
  LOWEST_FREQUENCY("lowestKhz", "Lowest frequency allowed", ProcessorFiles::lowest),
  /** The highest frequency that is allowed now ({@code scaling_max_freq}), over all. */
  HIGHEST_FREQUENCY("highestKhz", "Highest frequency allowed", ProcessorFiles::highest),
  /** The operating system's name and version, as the JVM gives them. */
  OS("os", "Operating system", files -> files.properties("%s %s", "os.name", "os.version")),
  JVM(
      "jvm",
      "JVM",
      files -> files.properties("%s %s, %s", "java.vm.name", "java.vm.version", "java.vm.vendor")),
  /** The virtual machine's: the label of a {@link Virtualization}. */
  HYPERVISOR("hypervisor", "Hypervisor", Virtualization::of),
  CONTAINER("container", "Container", SystemFiles::container),
  /**
   * The clock that the kernel reads, such as {@code tsc}; another one on x86, such as {@code hpet},
   * mostly means that the kernel does not trust the time-stamp counter.
   */
  CLOCK_SOURCE(
      "clockSource",
      "Kernel's clock source",
      files -> files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
  /** {@code mounted} or not; without it most facts are unknown. */
  PROC("proc", "/proc", files -> SystemFiles.mounted(files, "/proc/self/status")),
  SYS("sys", "/sys", files -> SystemFiles.mounted(files, "/sys/devices/system")),
  MEMORY_LIMIT("memoryLimit", "Memory limit of the control group", SystemFiles::memoryLimit),
  OPEN_FILES("openFiles", "Open files allowed", SystemFiles::openFiles),
  /** The devices that count events of cores; {@code none} in most virtual machines. */
  CORE_PMUS("corePmus", "Core PMU", PerfFiles::corePmus),
  /**
   * From 3 on, a level that distributions have added, nothing is counted without {@code
   * CAP_PERFMON}; 2 allows a user's own programs. May be -1.
   */
  PARANOID("perfEventParanoid", "kernel.perf_event_paranoid", PerfFiles::paranoid),
  /**
   * On ARM (Linux 5.17 and newer) and RISC-V (6.6 and newer): 1 if counters are read by an
   * instruction; 2, on RISC-V, without an event.
   */
  USER_ACCESS("perfUserAccess", "kernel.perf_user_access", PerfFiles::userAccess),
  /**
   * The smallest value of the PMUs, on x86: 0 never, 1 with a mapped event, 2 (Linux 4.0 and newer)
   * always; the smallest, because a hybrid processor has one for each kind of core, and a thread
   * may run on all of them.
   */
  RDPMC("rdpmc", "rdpmc of the core PMU", PerfFiles::rdpmc),
  /** {@code on} if it holds one hardware counter of each core. */
  NMI_WATCHDOG("nmiWatchdog", "NMI watchdog", PerfFiles::nmiWatchdog),
  /**
   * {@code yes} if this process has either capability in the first user namespace, so that the
   * level of {@link #PARANOID} does not bind it.
   */
  PRIVILEGED("privileged", "CAP_PERFMON or CAP_SYS_ADMIN", PerfFiles::privileged),
  SECCOMP("seccomp", "System-call filter (seccomp)", PerfFiles::seccomp);

  private final String key;
  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final Function<MachineFiles, MaybeKnown<?>> reader;

  MachineFact(String key, String label, Function<MachineFiles, MaybeKnown<?>> reader) {
    this.key = key;
    this.label = label;
    this.reader = reader;
  }

  /** Returns its name in JSON, such as {@code perfEventParanoid}. */
  public String key() {
    return key;
  }

  /** Returns its name in a table, such as {@code kernel.perf_event_paranoid}. */
  public String label() {
    return label;
  }

  MaybeKnown<String> read(MachineFiles files) {
    return reader.apply(files).map(Object::toString);
  }
}
