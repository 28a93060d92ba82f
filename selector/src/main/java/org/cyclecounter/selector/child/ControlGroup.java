// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.selector.report.Rejection.Code;

/**
 * The memory that the control groups of this process, cgroups(7), leave it. Where it is used up the
 * kernel kills a process of the group, which may be the program.
 *
 * @param room the bytes that can still be used, reclaimable page cache included; {@link
 *     Long#MAX_VALUE} without a limit
 * @param limit the limit of the group that has so little room, in bytes
 */
record ControlGroup(long room, long limit) {

  /**
   * The memory of its own that a child with a full heap uses, in MB; what it maps of the JDK's
   * files this process has mapped, too. Measured: docs/evidence/isolation.md.
   */
  private static final int NEEDED_MB = 64;

  /** The files of the limit and of the use, and the line of {@code memory.stat} for the cache. */
  private static final String[] VERSION_1 = {
    "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "
  };

  private static final String[] VERSION_2 = {"memory.max", "memory.current", "inactive_file "};

  private static final ControlGroup NONE = new ControlGroup(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Throws if a child does not fit in. */
  void requireRoom() throws StartException {
    long roomMb = Math.max(room, 0) >> 20;
    if (roomMb < NEEDED_MB) {
      String limitMb = "" + (limit >> 20);
      throw new StartException(null, Code.NO_ROOM, "" + roomMb, limitMb, "" + NEEDED_MB);
    }
  }

  /** Finds the least room of the process's groups and those above it; version 1 and 2. */
  static ControlGroup ofThisProcess() {
    try {
      return of(lines("/proc/self/cgroup"), lines("/proc/self/mountinfo"));
    } catch (IOException | RuntimeException e) {
      return NONE; // not on Linux, or not to be seen
    }
  }

  /**
   * Finds the least room.
   *
   * @param groups the lines of {@code /proc/self/cgroup}: number, controllers, path
   * @param mounts the lines of {@code /proc/self/mountinfo}, proc(5)
   */
  static ControlGroup of(List<String> groups, List<String> mounts) {
    ControlGroup least = NONE;
    for (String group : groups) {
      String[] parts = group.split(":", 3);
      boolean isVersion2 = parts[1].isEmpty();
      if (isVersion2 || List.of(parts[1].split(",")).contains("memory")) {
        for (String mount : mounts) {
          least = least.orLess(at(parts[2], mount.split(" "), isVersion2));
        }
      }
    }
    return least;
  }

  /** Looks at a group and those above it, as far as they are mounted there. */
  private static ControlGroup at(String group, String[] mount, boolean isVersion2) {
    int dash = List.of(mount).indexOf("-");
    boolean hasMemory = isVersion2 || List.of(mount[dash + 3].split(",")).contains("memory");
    if (!hasMemory || !mount[dash + 1].equals(isVersion2 ? "cgroup2" : "cgroup")) {
      return NONE;
    }
    String root = mount[3]; // the group that is mounted: a container's own, as seen from the host
    String below =
        root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "";
    Path top = Path.of(mount[4]);
    Path folder = Path.of(top + "/" + below);
    ControlGroup least = NONE;
    // A container without a name space of its own names groups that it does not see.
    for (Path at = Files.isDirectory(folder) ? folder : top;
        at != null && at.startsWith(top);
        at = at.getParent()) {
      least = least.orLess(of(at, isVersion2 ? VERSION_2 : VERSION_1));
    }
    return least;
  }

  private static ControlGroup of(Path folder, String[] names) {
    try {
      long limit = number(lines(folder + "/" + names[0]).get(0));
      long room = limit - number(lines(folder + "/" + names[1]).get(0));
      for (String line : lines(folder + "/memory.stat")) {
        if (line.startsWith(names[2])) {
          room += number(line.substring(names[2].length()));
        }
      }
      return new ControlGroup(room, limit);
    } catch (IOException | RuntimeException e) {
      return NONE; // the root has no such files, and "max" is no number
    }
  }

  private ControlGroup orLess(ControlGroup other) {
    return other.room < room ? other : this;
  }

  private static long number(String text) {
    return Long.parseLong(text.strip());
  }

  /** Reads a file of {@code /proc} or {@code /sys}. No channel: cold start 10. */
  private static List<String> lines(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return List.of(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n"));
    }
  }
}
