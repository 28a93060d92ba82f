// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the calling thread runs, as Linux tells: /proc/thread-self (since 3.17). The file {@code
 * sched} counts how often the thread has been moved to another processor; where the kernel was
 * built without it, field 39 of {@code stat} is the processor it runs on (proc(5)), so that two
 * readings show a move unless the thread came back. Elsewhere nothing is known.
 *
 * @param migrations how often the thread has been moved, -1 where that is not known
 * @param processor the processor's number, -1 where that is not known
 */
public record CpuMigration(long migrations, int processor) {

  private static final Path SELF = Path.of("/proc/thread-self");
  private static final Pattern MIGRATIONS =
      Pattern.compile("(?m)^se\\.nr_migrations\\s*:\\s*(\\d+)\\s*$");
  private static final String DURING = " during the run";
  private static final int PROCESSOR_AFTER_NAME = 36;

  static CpuMigration now() {
    return new CpuMigration(
        migrations(read(SELF.resolve("sched"))), processor(read(SELF.resolve("stat"))));
  }

  /** Of the text of {@code sched}. */
  static long migrations(String sched) {
    Matcher line = MIGRATIONS.matcher(sched);
    return line.find() ? Long.parseLong(line.group(1)) : -1;
  }

  /** Of the text of {@code stat}; the name before the last parenthesis may hold anything. */
  static int processor(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    try {
      return fields.length > PROCESSOR_AFTER_NAME
          ? Integer.parseInt(fields[PROCESSOR_AFTER_NAME])
          : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** What happened since an earlier placement of the same thread; empty where nothing is known. */
  String movedSince(CpuMigration earlier) {
    if (migrations >= 0 && earlier.migrations >= 0) {
      long moves = migrations - earlier.migrations;
      String often = moves == 1 ? "once" : moves + " times";
      return moves == 0 ? "" : "the thread was moved to another processor " + often + DURING;
    }
    return processor == earlier.processor
        ? ""
        : "the thread was moved from processor " + earlier.processor + " to " + processor + DURING;
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException | SecurityException e) {
      return "";
    }
  }
}
