// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.time.Duration;
import org.cyclecounter.tools.command.SelectingCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of what runs in a child JVM. */
final class ChildOptions {

  private static final int MAX_LIMIT_SECONDS = 1_000_000;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description =
          "Where the classes are, in addition to Java's own class path; DIR/* for all JARs of a"
              + " folder.")
  String classPath = "";

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds that an operation may take; default ${DEFAULT-VALUE}.")
  long limit;

  /** Creates the options with a limit unless set. */
  ChildOptions(Duration limit) {
    this.limit = limit.toSeconds();
  }

  /** Refuses bad input. */
  void check() {
    if (limit < 1 || limit > MAX_LIMIT_SECONDS) {
      throw SelectingCommand.bad(
          spec, "--limit must be from 1 to %d, not %d.", MAX_LIMIT_SECONDS, limit);
    }
  }

  Duration limit() {
    return Duration.ofSeconds(limit);
  }
}
