// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.List;
import java.util.function.UnaryOperator;
import org.cyclecounter.tools.text.Formatted;

/**
 * The system that this process runs on, and its limits.
 *
 * @param name the machine's name in its network
 * @param os the operating system's name and version, as the JVM gives them
 * @param jvm its name, version and vendor
 * @param hypervisor the virtual machine's, {@link Virtualization#NONE} on hardware
 * @param container the kind of container, {@code none} without a sign of one: nothing obliges an
 *     engine to leave one
 * @param clockSource the clock that the kernel reads, such as {@code tsc}; another one on x86, such
 *     as {@code hpet}, mostly means that the kernel does not trust the time-stamp counter
 * @param hasProc whether /proc is mounted; without it most facts are unknown
 * @param hasSys whether /sys is mounted
 * @param memoryLimit the memory that the control group may use, such as {@code 512 MiB}, or {@code
 *     none}
 * @param openFiles the soft limit of open files, a number or {@code unlimited}: each counting
 *     thread takes one for each perf event
 */
public record Surroundings(
    Known<String> name,
    String os,
    String jvm,
    Known<Virtualization> hypervisor,
    Known<String> container,
    Known<String> clockSource,
    boolean hasProc,
    boolean hasSys,
    Known<String> memoryLimit,
    Known<String> openFiles) {

  /**
   * A mark by which a container is known.
   *
   * @param text a path, or a part of a control group's name
   * @param container the engine
   */
  private record Sign(String text, String container) {}

  /**
   * Files that container engines leave; proc/1/environ, which has more, only root may read.
   * Kubernetes goes first: its containers may have their runtime's file as well, and what can be
   * set is in the pod's description.
   */
  private static final List<Sign> FILES =
      List.of(
          new Sign("/var/run/secrets/kubernetes.io", "Kubernetes"),
          new Sign("/run/secrets/kubernetes.io", "Kubernetes"),
          new Sign("/.dockerenv", "Docker"),
          new Sign("/run/.containerenv", "Podman"));

  /** Parts of the names of control groups (v1; v2's are hidden by a namespace). */
  private static final List<Sign> GROUPS =
      List.of(
          new Sign("kubepods", "Kubernetes"),
          new Sign("docker", "Docker"),
          new Sign("libpod", "Podman"),
          new Sign("lxc", "LXC"));

  private static final String CGROUP = "/proc/self/cgroup";
  private static final String LIMITS = "/proc/self/limits";
  private static final String OPEN_FILES = "Max open files";

  /** An exbibyte: more than any machine's memory, less than v1's 2<sup>63</sup> bytes. */
  private static final long UNLIMITED_MIB = 1L << 40;

  static Surroundings read(MachineFiles files, UnaryOperator<String> properties, boolean isX86) {
    return new Surroundings(
        files.text("/proc/sys/kernel/hostname"),
        properties.apply("os.name") + " " + properties.apply("os.version"),
        Formatted.of(
            "%s %s, %s",
            properties.apply("java.vm.name"),
            properties.apply("java.vm.version"),
            properties.apply("java.vm.vendor")),
        Virtualization.of(files, isX86),
        container(files),
        files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        files.isThere("/proc/self/status"),
        files.isThere("/sys/devices/system"),
        memoryLimit(files),
        openFiles(files));
  }

  /**
   * Looks for marks from the surest to the vaguest: files, systemd's note, names of control groups.
   */
  private static Known<String> container(MachineFiles files) {
    for (Sign sign : FILES) {
      if (files.isThere(sign.text())) {
        return Known.of(sign.container());
      }
    }
    // systemd's convention: https://systemd.io/CONTAINER_INTERFACE
    Known<String> name = files.text("/run/systemd/container");
    if (name.isKnown()) {
      return name;
    }
    return files
        .text(CGROUP)
        .map(
            groups ->
                GROUPS.stream()
                    .filter(sign -> groups.contains(sign.text()))
                    .map(Sign::container)
                    .findFirst()
                    .orElse("none"));
  }

  /**
   * The limit of control groups v2, then of v1: Documentation/admin-guide/cgroup-v2.rst. The line
   * of /proc/self/cgroup that begins with 0:: has v2's group. In a container it is "/", and the
   * limit is at the mount's root, where the host's has no such file.
   */
  private static Known<String> memoryLimit(MachineFiles files) {
    String group = files.line(CGROUP, "0").orElse(":/").substring(1);
    String folder = "/sys/fs/cgroup" + (group.endsWith("/") ? group : group + "/");
    for (String path :
        List.of(
            folder + "memory.max",
            "/sys/fs/cgroup/memory.max",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes")) {
      Known<String> limit = files.text(path);
      if (limit.isKnown()) {
        return limit.map(Surroundings::mebibytes);
      }
    }
    return Known.unknown("no control group here shows a limit");
  }

  /** v1 writes the largest number of whole pages where v2 writes "max". */
  private static String mebibytes(String bytes) {
    try {
      long mebibytes = Long.parseLong(bytes) >> 20;
      return mebibytes >= UNLIMITED_MIB ? "none" : mebibytes + " MiB";
    } catch (NumberFormatException e) {
      return bytes.equals("max") ? "none" : bytes;
    }
  }

  /** The first number behind the limit's name is the soft one: proc_pid_limits(5). */
  private static Known<String> openFiles(MachineFiles files) {
    Known<String> limits = files.text(LIMITS);
    for (String line : limits.orElse("").split("\n")) {
      if (line.startsWith(OPEN_FILES)) {
        return Known.of(line.substring(OPEN_FILES.length()).strip().split("\\s+")[0]);
      }
    }
    return limits.isKnown() ? Known.unknown(LIMITS + " does not say") : limits;
  }

  List<Fact> facts() {
    return List.of(
        Fact.of("os", "Operating system", os),
        Fact.of("jvm", "JVM", jvm),
        Fact.of("hypervisor", "Hypervisor", hypervisor.map(Virtualization::label)),
        Fact.of("container", "Container", container),
        Fact.of("clockSource", "Kernel's clock source", clockSource),
        Fact.of("proc", "/proc", hasProc ? "mounted" : "not mounted"),
        Fact.of("sys", "/sys", hasSys ? "mounted" : "not mounted"),
        Fact.of("memoryLimit", "Memory limit of the control group", memoryLimit),
        Fact.of("openFiles", "Open files allowed", openFiles));
  }
}
