// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Processes that a child has left, such as a daemon; on Linux. */
public final class Orphans {

  /** The variable, with a child's first argument, of it and all that it starts. */
  static final String MARK = "CYCLECOUNTER_CHILD";

  /** Limit where others start processes all the time. */
  private static final int MAX_LOOKS = 20;

  private Orphans() {}

  /**
   * Kills them, and what they fork meanwhile: looks until none is found, and each process that
   * could not be read was like that before. One that has just ended may have forked.
   *
   * @param word the first argument of the child's program, which no other child has
   */
  public static void end(String word) {
    Set<Long> unread = new HashSet<>();
    boolean isOver = false;
    for (int look = 0; look < MAX_LOOKS && !isOver; look++) {
      int before = unread.size();
      List<ProcessHandle> found = find(word, unread);
      found.forEach(ProcessHandle::destroyForcibly);
      isOver = found.isEmpty() && unread.size() == before;
    }
  }

  /**
   * Finds those that are there now.
   *
   * @param unread is given each process that has ended, or is another user's
   */
  static List<ProcessHandle> find(String word, Set<Long> unread) {
    return ProcessHandle.allProcesses()
        .filter(
            process -> {
              String environment = environment(process);
              if (environment.isEmpty()) {
                unread.add(process.pid());
              }
              return environment.contains(MARK + "=" + word);
            })
        .toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      Path environment = Path.of("/proc", "" + process.pid(), "environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1);
    } catch (IOException | SecurityException e) {
      return "";
    }
  }
}
