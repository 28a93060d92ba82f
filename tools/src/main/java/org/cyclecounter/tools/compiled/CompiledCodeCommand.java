// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.time.Duration;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.tools.command.ProgressCommand;
import org.cyclecounter.tools.command.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that runs operations in a child JVM. It selects no counter. */
abstract class CompiledCodeCommand extends ProgressCommand {

  private static final int MAX_LIMIT_SECONDS = 1_000_000;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds of processor time for an operation; default ${DEFAULT-VALUE}.")
  long limit;

  @Mixin RunOptions options = new RunOptions();

  /** Creates a command with a limit unless set. */
  CompiledCodeCommand(Duration limit) {
    this.limit = limit.toSeconds();
  }

  /** Warns of unknown system properties, as a selection would. */
  static void warnOfProperties() {
    CycleCounterSelector.Builder unused = CycleCounterSelector.builder().systemSettings();
  }

  /** Returns the limit, or refuses it. */
  Duration limit() {
    checkRange("--limit", limit, 1, MAX_LIMIT_SECONDS);
    return Duration.ofSeconds(limit);
  }
}
