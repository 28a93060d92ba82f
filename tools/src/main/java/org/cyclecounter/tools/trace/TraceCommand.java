// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.time.Duration;
import java.util.function.IntConsumer;
import org.cyclecounter.tools.command.BaseCommand;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.command.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that runs operations in a child JVM. It selects no counter. */
abstract class TraceCommand extends BaseCommand {

  private static final int MAX_LIMIT_SECONDS = 1_000_000;
  private static final int ALL = 100;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds that an operation may take; default ${DEFAULT-VALUE}.")
  long limit;

  @Mixin RunOptions options = new RunOptions();

  /** Creates a command with a limit unless set. */
  TraceCommand(Duration limit) {
    this.limit = limit.toSeconds();
  }

  /** Draws hundredths of the warm-up, and 100 more in those of the phase that follows it. */
  static IntConsumer drawing(Progress progress, String lastPhase) {
    return hundredths -> progress.at(hundredths < ALL ? "warm-up" : lastPhase, hundredths % ALL);
  }

  /** Returns the limit, or refuses it. */
  Duration limit() {
    checkRange("--limit", limit, 1, MAX_LIMIT_SECONDS);
    return Duration.ofSeconds(limit);
  }
}
