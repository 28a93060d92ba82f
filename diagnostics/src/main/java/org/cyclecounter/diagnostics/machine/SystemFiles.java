// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.List;

/** The system that this process runs on, and its limits. */
final class SystemFiles {

  /**
   * The marks by which a container is known: nothing obliges an engine to leave one.
   *
   * @param container the engine
   * @param group a part of its control groups' names (v1; v2's are hidden by a namespace)
   * @param files those that it leaves; proc/1/environ, which has more, only root may read
   */
  private record Signs(String container, String group, List<String> files) {}

  /**
   * Kubernetes goes first: its containers may have their runtime's file as well, and what can be
   * set is in the pod's description.
   */
  private static final List<Signs> SIGNS =
      List.of(
          new Signs(
              "Kubernetes",
              "kubepods",
              List.of("/var/run/secrets/kubernetes.io", "/run/secrets/kubernetes.io")),
          new Signs("Docker", "docker", List.of("/.dockerenv")),
          new Signs("Podman", "libpod", List.of("/run/.containerenv")),
          new Signs("LXC", "lxc", List.of()));

  private static final String CGROUP = "/proc/self/cgroup";
  private static final String LIMITS = "/proc/self/limits";
  private static final String OPEN_FILES = "Max open files";

  /** An exbibyte: more than any machine's memory, less than v1's 2<sup>63</sup> bytes. */
  private static final long UNLIMITED_MIB = 1L << 40;

  private SystemFiles() {}

  /**
   * Looks for marks from the surest to the vaguest: files, systemd's note, names of control groups.
   */
  static MaybeKnown<String> container(MachineFiles files) {
    for (Signs signs : SIGNS) {
      if (signs.files().stream().anyMatch(files::isThere)) {
        return MaybeKnown.of(signs.container());
      }
    }
    // systemd's convention: https://systemd.io/CONTAINER_INTERFACE
    return files
        .text("/run/systemd/container")
        .or(() -> files.text(CGROUP).map(SystemFiles::ofGroups));
  }

  private static String ofGroups(String groups) {
    return SIGNS.stream()
        .filter(signs -> groups.contains(signs.group()))
        .map(Signs::container)
        .findFirst()
        .orElse("none");
  }

  static MaybeKnown<String> mounted(MachineFiles files, String path) {
    return MaybeKnown.of(files.isThere(path) ? "mounted" : "not mounted");
  }

  /**
   * The limit of control groups v2, then of v1: Documentation/admin-guide/cgroup-v2.rst. The line
   * of /proc/self/cgroup that begins with 0:: has v2's group. In a container it is "/", and the
   * limit is at the mount's root, where the host's has no such file. Such as {@code 512 MiB}, or
   * {@code none}.
   */
  static MaybeKnown<String> memoryLimit(MachineFiles files) {
    String group = files.line(CGROUP, "0").orElse(":/").substring(1);
    String folder = "/sys/fs/cgroup" + (group.endsWith("/") ? group : group + "/");
    return files
        .text(folder + "memory.max")
        .or(() -> files.text("/sys/fs/cgroup/memory.max"))
        .or(() -> files.text("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
        .map(SystemFiles::mebibytes)
        .or(() -> MaybeKnown.unknown("no control group here shows a limit"));
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

  /**
   * The first number behind the limit's name is the soft one, or {@code unlimited}:
   * proc_pid_limits(5). Each counting thread takes a file for each perf event.
   */
  static MaybeKnown<String> openFiles(MachineFiles files) {
    MaybeKnown<String> limits = files.text(LIMITS);
    for (String line : limits.orElse("").split("\n")) {
      if (line.startsWith(OPEN_FILES)) {
        return MaybeKnown.of(line.substring(OPEN_FILES.length()).strip().split("\\s+")[0]);
      }
    }
    return limits.isKnown() ? MaybeKnown.unknown(LIMITS + " does not say") : limits;
  }
}
