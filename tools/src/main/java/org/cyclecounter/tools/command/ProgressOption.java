// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that may take seconds. */
public final class ProgressOption {

  @Option(
      names = "--progress",
      negatable = true,
      description = "Show progress on the error stream; default: only if it is a terminal.")
  @Nullable Boolean progress;

  /** Returns true if the user has not decided: then a terminal shows progress. */
  public boolean isByDefault() {
    return progress == null;
  }

  /** Returns true if progress is to be shown. */
  public boolean isShown() {
    return progress == null ? Terminal.is(Terminal.ERROR_STREAM) : progress;
  }
}
