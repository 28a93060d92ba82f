// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The processor of the calling thread, from Linux's /proc/thread-self (since 3.17). The file {@code
 * sched} counts how often the thread has been moved to another processor; where the kernel was
 * built without it (CONFIG_SCHED_DEBUG), field 39 of {@code stat} is the processor it runs on
 * (proc_pid_stat(5)), so that two readings show a move unless the thread came back. Nothing is
 * known on other systems.
 *
 * @param migrations how often the thread has been moved, -1 if that is not known
 * @param processor the processor's number, -1 if that is not known
 */
public record ThreadPlacement(long migrations, int processor) {

  private static final Path SELF = Path.of("/proc/thread-self");
  private static final Pattern MIGRATIONS =
      Pattern.compile("(?m)^se\\.nr_migrations\\s*:\\s*(\\d+)\\s*$");

  /** Field 39, counted from 0 behind the second one, the name, which may hold blanks. */
  private static final int PROCESSOR_AFTER_NAME = 36;

  /** Reads the two files for the calling thread. */
  public static ThreadPlacement now() {
    return of(Platform.read(SELF.resolve("sched")), Platform.read(SELF.resolve("stat")));
  }

  /** Parses the two files' text. */
  static ThreadPlacement of(String sched, String stat) {
    Matcher migrations = MIGRATIONS.matcher(sched);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return new ThreadPlacement(
        migrations.find() ? Long.parseLong(migrations.group(1)) : -1,
        fields.length > PROCESSOR_AFTER_NAME ? Integer.parseInt(fields[PROCESSOR_AFTER_NAME]) : -1);
  }

  /** Returns how often the thread has been moved since, at least; -1 if that is not known. */
  public long movesSince(ThreadPlacement earlier) {
    if (migrations >= 0 && earlier.migrations >= 0) {
      return migrations - earlier.migrations;
    }
    return processor < 0 || earlier.processor < 0 ? -1 : processor == earlier.processor ? 0 : 1;
  }
}
