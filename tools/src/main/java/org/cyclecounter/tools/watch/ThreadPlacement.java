// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the calling thread runs, from Linux's /proc/thread-self (since 3.17): {@code sched} counts
 * its migrations, where the kernel has it (CONFIG_SCHED_DEBUG), and field 39 of {@code stat} is the
 * processor (proc(5)), so that two readings show one migration at least.
 *
 * @param migrations how often the thread has been moved, -1 where that is not known
 * @param processor the processor's number, -1 where that is not known
 */
record ThreadPlacement(long migrations, int processor) {

  private static final Path SELF = Path.of("/proc/thread-self");
  private static final String MIGRATIONS = "se.nr_migrations";
  private static final int PROCESSOR_AFTER_NAME = 36;

  static ThreadPlacement now() {
    return of(read(SELF.resolve("sched")), read(SELF.resolve("stat")));
  }

  /** Of the two files' text. */
  static ThreadPlacement of(String sched, String stat) {
    int line = sched.indexOf(MIGRATIONS);
    String migrations =
        line < 0
            ? ""
            : sched.substring(sched.indexOf(':', line) + 1).lines().findFirst().orElse("");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return new ThreadPlacement(
        number(migrations),
        fields.length > PROCESSOR_AFTER_NAME ? (int) number(fields[PROCESSOR_AFTER_NAME]) : -1);
  }

  /** How often the thread was moved, at least; -1 where that is not known. */
  long movesSince(ThreadPlacement earlier) {
    if (migrations >= 0 && earlier.migrations >= 0) {
      return migrations - earlier.migrations;
    }
    return processor < 0 || earlier.processor < 0 ? -1 : processor == earlier.processor ? 0 : 1;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException | SecurityException e) {
      return "";
    }
  }
}
