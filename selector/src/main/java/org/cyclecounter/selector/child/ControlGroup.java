// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.nativelib.Platform;

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
    return of(Platform.read(Path.of("/proc/self/cgroup")), Path.of("/sys/fs/cgroup"));
  }

  /**
   * Finds the least room.
   *
   * @param groups the text of {@code /proc/self/cgroup}: lines of number, controllers, path; empty
   *     on other systems than Linux
   * @param top where systems mount version 2, or a folder for each controller of version 1
   */
  static ControlGroup of(String groups, Path top) {
    ControlGroup least = NONE;
    for (String group : groups.split("\n")) {
      String[] parts = group.split(":", 3);
      boolean isVersion2 = parts.length == 3 && parts[1].isEmpty();
      if (isVersion2 || parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        Path mount = top.resolve(isVersion2 ? "" : "memory");
        // A container without a name space of its own sees its group as the top one.
        for (Path at = Path.of(mount + parts[2]);
            at != null && at.startsWith(mount);
            at = at.getParent()) {
          ControlGroup next = of(at, isVersion2 ? VERSION_2 : VERSION_1);
          least = next.room < least.room ? next : least;
        }
      }
    }
    return least;
  }

  private static ControlGroup of(Path folder, String[] names) {
    try {
      long limit = Long.parseLong(Platform.read(folder.resolve(names[0])));
      long room = limit - Long.parseLong(Platform.read(folder.resolve(names[1])));
      for (String line : Platform.read(folder.resolve("memory.stat")).split("\n")) {
        if (line.startsWith(names[2])) {
          room += Long.parseLong(line.substring(names[2].length()));
        }
      }
      return new ControlGroup(room, limit);
    } catch (NumberFormatException e) {
      return NONE; // the root has no such files, and "max" is no number
    }
  }
}
