// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that take their time for several operations, one after another. */
public final class ResultOptions {

  @Option(names = "--json", description = "Print everything as JSON.")
  boolean json;

  @Option(
      names = "--progress",
      negatable = true,
      description = "Show progress on the error stream; default: only if it is a terminal.")
  @Nullable Boolean progress;

  /** Returns true if everything is to be printed as JSON. */
  public boolean isJson() {
    return json;
  }

  /** Makes the line for progress with so many operations, on the error stream; may draw nothing. */
  public Progress progress(PrintStream errorStream, int total) {
    boolean isShown = progress == null ? Terminal.is(Terminal.ERROR_STREAM) : progress;
    return new Progress(errorStream, isShown, total);
  }
}
