// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The memory that the control groups of this process, cgroups(7), leave it. When it is used up, the
 * kernel kills a process of the group, or all of them ({@code memory.oom.group}): the program.
 *
 * @param availableBytes the bytes that can still be used, reclaimable page cache included; {@link
 *     Long#MAX_VALUE} without a limit
 * @param limitBytes the limit of the group that leaves the least
 */
record ControlGroup(long availableBytes, long limitBytes) {

  /**
   * The private memory of a child with a full heap, in MB; the JDK's files that it maps are mapped
   * here, too. Measured: docs/evidence/isolation.md.
   */
  private static final int NEEDED_MB = 64;

  /** The files of limit and usage, and the line of {@code memory.stat} for the cache. */
  private static final String[] VERSION_1 = {
    "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "
  };

  private static final String[] VERSION_2 = {"memory.max", "memory.current", "inactive_file "};

  private static final ControlGroup NONE = new ControlGroup(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Throws if a child does not fit in. */
  void requireMemory() throws StartException {
    long mb = Math.max(availableBytes, 0) >> 20;
    if (mb < NEEDED_MB) {
      String limitMb = "" + (limitBytes >> 20);
      throw new StartException(null, Code.NO_ROOM, "" + mb, limitMb, "" + NEEDED_MB);
    }
  }

  /** Finds the group, of the process's groups and those above them, that leaves the least. */
  static ControlGroup ofThisProcess() {
    return of(Platform.read(Path.of("/proc/self/cgroup")), Path.of("/sys/fs/cgroup"));
  }

  /**
   * Finds the group that leaves the least.
   *
   * @param groups the text of {@code /proc/self/cgroup}: lines of number, controllers, path; empty
   *     on other systems than Linux
   * @param top the folder where systems mount version 2, or each controller of version 1
   */
  static ControlGroup of(String groups, Path top) {
    ControlGroup least = NONE;
    for (String group : groups.split("\n")) { // no Pattern: cold start 4
      String[] parts = group.split(":", 3);
      boolean isVersion2 = parts.length == 3 && parts[1].isEmpty();
      if (isVersion2 || parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        Path mount = top.resolve(isVersion2 ? "" : "memory");
        Path at = Path.of(mount + parts[2]);
        // A container without its own name space sees its group as the top one.
        for (; at != null && at.startsWith(mount); at = at.getParent()) {
          ControlGroup next = of(at, isVersion2 ? VERSION_2 : VERSION_1);
          least = next.availableBytes < least.availableBytes ? next : least;
        }
      }
    }
    return least;
  }

  private static ControlGroup of(Path folder, String[] names) {
    try {
      long limit = Long.parseLong(Platform.read(folder.resolve(names[0])));
      long available = limit - Long.parseLong(Platform.read(folder.resolve(names[1])));
      for (String line : Platform.read(folder.resolve("memory.stat")).split("\n")) {
        if (line.startsWith(names[2])) {
          available += Long.parseLong(line.substring(names[2].length()));
        }
      }
      return new ControlGroup(available, limit);
    } catch (NumberFormatException e) {
      return NONE; // the root has no such files, and "max" is no number
    }
  }
}
