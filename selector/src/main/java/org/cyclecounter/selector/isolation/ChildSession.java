// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Ends what a counter has started in a child JVM with that child. On Linux the child is a session
 * whose orphans stay below it ({@code child_session.c}), so that it finds all of them before it
 * ends. What is left of a child that has crashed is found by its session, and by a variable of the
 * environment where it has begun another one.
 */
final class ChildSession {

  /** Marks the environment of what a child starts. Nobody asks for it but {@link #endRest}. */
  static final String MARK = "CYCLECOUNTER_CHILD";

  /** Processes that start others are looked for again, but not for ever. */
  private static final int MAX_ROUNDS = 20;

  private static final String PROC = "/proc/";

  /** True in a child JVM that has a session, and so its orphans. */
  private static boolean isSession;

  private ChildSession() {}

  /** Makes this child JVM a session, before any provider's code runs; on Linux. */
  static void begin() {
    if (Platform.current().isLinux() && SelectorLibrary.load()) {
      enter();
      isSession = true;
    }
  }

  private static native void enter();

  private static native boolean hasStarted();

  /** Lists the processes below this child JVM; looks for them only if there may be any. */
  static Set<ProcessHandle> below() {
    return isSession && !hasStarted()
        ? Set.of()
        : ProcessHandle.current().descendants().collect(Collectors.toSet());
  }

  /** Ends all processes below one. */
  static void endBelow(ProcessHandle process) {
    end(process::descendants);
  }

  /**
   * Ends what a child that is gone has left behind; on Linux.
   *
   * @param pid the child's, which is its session's
   * @param mark the value of {@link #MARK} in its environment
   */
  static void endRest(long pid, String mark) {
    if (Platform.current().isLinux()) {
      end(() -> ProcessHandle.allProcesses().filter(process -> isOf(process.pid(), pid, mark)));
    }
  }

  private static void end(Supplier<Stream<ProcessHandle>> search) {
    Set<Long> ended = new HashSet<>(); // a zombie stays until its parent has waited for it
    for (int i = 0; i < MAX_ROUNDS; i++) {
      List<ProcessHandle> processes =
          search.get().filter(process -> ended.add(process.pid())).toList();
      if (processes.isEmpty()) {
        return;
      }
      processes.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean isOf(long process, long session, String mark) {
    try {
      String stat = read(PROC + process + "/stat");
      // proc(5): the command's name in parentheses, then state, parent, group, session.
      String[] columns = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 5);
      if (columns[0].equals("Z")) {
        return false;
      }
      return columns[3].equals(Long.toString(session))
          || read(PROC + process + "/environ").contains(MARK + "=" + mark);
    } catch (IOException | RuntimeException e) {
      return false; // it has ended, or is another user's
    }
  }

  /** Reads a file of {@code /proc} or {@code /sys}. No channel: cold start 10. */
  static String read(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
