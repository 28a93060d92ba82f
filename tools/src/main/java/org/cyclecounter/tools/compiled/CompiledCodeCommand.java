// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.tools.command.BaseCommand;
import org.cyclecounter.tools.command.OperationClass;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.command.ProgressOption;
import org.cyclecounter.tools.command.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that runs operations in a child JVM. It selects no counter. */
abstract class CompiledCodeCommand extends BaseCommand {

  private static final int MAX_LIMIT_SECONDS = 1_000_000;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds that an operation may take; default ${DEFAULT-VALUE}.")
  long limit;

  @Mixin RunOptions options = new RunOptions();

  @Mixin private ProgressOption progress = new ProgressOption();

  /** Creates a command with a limit unless set. */
  CompiledCodeCommand(Duration limit) {
    this.limit = limit.toSeconds();
  }

  @Override
  protected final boolean isProgressShown() {
    return progress.isShown();
  }

  /** Returns true if no progress is shown, by default, and the output is for people. */
  final boolean isSilent() {
    return progress.isByDefault() && !progress.isShown() && !options.isJson();
  }

  /** Warns of unknown system properties, as a selection would. */
  static void warnOfProperties() {
    CycleCounterSelector.Builder unused = CycleCounterSelector.builder().systemSettings();
  }

  /** Refuses names of classes that cannot be operations. */
  void checkOperations(List<String> names, Class<?> type, ClassLoader loader) {
    for (String name : names) {
      String problem = OperationClass.problem(name, loader, type);
      if (!problem.isEmpty()) {
        throw bad(spec, "%s", problem);
      }
    }
  }

  /** Prints why an operation failed, to the error stream, and the stack trace if it is wanted. */
  void say(CountFailure failure, Progress line) {
    boolean isHint = !options.hasStackTrace() && !failure.trace().isEmpty();
    String sentence = String.valueOf(failure.getMessage());
    line.say(isHint ? RunOptions.withHint(sentence) : sentence);
    if (options.hasStackTrace()) {
      failure.trace().forEach(line::print);
    }
  }

  /** Returns the limit, or refuses it. */
  Duration limit() {
    checkRange("--limit", limit, 1, MAX_LIMIT_SECONDS);
    return Duration.ofSeconds(limit);
  }
}
