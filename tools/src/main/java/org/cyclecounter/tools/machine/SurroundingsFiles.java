// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.List;
import java.util.function.UnaryOperator;

/** Reads the files and system properties that tell what a process runs on. */
final class SurroundingsFiles {

  private record Sign(String path, String container) {}

  /** Files that container engines leave; proc/1/environ, which has more, only root may read. */
  private static final List<Sign> SIGNS =
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

  private static final long UNLIMITED_MIB = 1L << 40;
  private static final String OPEN_FILES = "Max open files";

  private SurroundingsFiles() {}

  static Surroundings read(MachineFiles files, UnaryOperator<String> properties, boolean isX86) {
    return new Surroundings(
        properties.apply("os.name") + " " + properties.apply("os.version"),
        properties.apply("java.vm.name")
            + " "
            + properties.apply("java.vm.version")
            + ", "
            + properties.apply("java.vm.vendor"),
        VirtualizationFiles.of(files, isX86),
        container(files),
        files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        files.isThere("/proc/self/status"),
        files.isThere("/sys/devices/system"),
        memoryLimit(files),
        openFiles(files));
  }

  private static Known<String> container(MachineFiles files) {
    for (Sign sign : SIGNS) {
      if (files.isThere(sign.path())) {
        return Known.of(sign.container());
      }
    }
    // systemd's convention: https://systemd.io/CONTAINER_INTERFACE
    Known<String> named = files.text("/run/systemd/container");
    if (named.isKnown()) {
      return named;
    }
    Known<String> groups = files.text("/proc/self/cgroup");
    for (Sign sign : GROUPS) {
      if (groups.orElse("").contains(sign.path())) {
        return Known.of(sign.container());
      }
    }
    return groups.isKnown() ? Known.of("none") : Known.unknown(groups.whyNot());
  }

  /** Of control groups v2, then of v1: Documentation/admin-guide/cgroup-v2.rst. */
  private static Known<String> memoryLimit(MachineFiles files) {
    String group = "/";
    for (String line : files.text("/proc/self/cgroup").orElse("").split("\n")) {
      if (line.startsWith("0::/")) {
        group = line.substring(3);
      }
    }
    String folder = "/sys/fs/cgroup" + (group.endsWith("/") ? group : group + "/");
    for (String path :
        List.of(
            folder + "memory.max",
            "/sys/fs/cgroup/memory.max",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes")) {
      Known<String> limit = files.text(path);
      if (limit.isKnown()) {
        return limit.map(SurroundingsFiles::mebibytes);
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

  /** The soft limit: proc_pid_limits(5). */
  private static Known<String> openFiles(MachineFiles files) {
    Known<String> limits = files.text("/proc/self/limits");
    for (String line : limits.orElse("").split("\n")) {
      if (line.startsWith(OPEN_FILES)) {
        return Known.of(line.substring(OPEN_FILES.length()).strip().split("\\s+")[0]);
      }
    }
    return Known.unknown(limits.isKnown() ? "/proc/self/limits does not say" : limits.whyNot());
  }
}
