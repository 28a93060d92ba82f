// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that may take seconds. */
public abstract class ProgressCommand extends BaseCommand {

  @Option(
      names = "--progress",
      negatable = true,
      description = "Show progress on the error stream; default: only if it is a terminal.")
  private @Nullable Boolean progress;

  /** Returns true if the user has not decided: then a terminal shows progress. */
  protected final boolean isProgressByDefault() {
    return progress == null;
  }

  @Override
  protected final boolean isProgressShown() {
    return progress == null ? Terminal.is(Terminal.ERROR_STREAM) : progress;
  }
}
