// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that run a user's operations, one after another. */
public final class RunOptions {

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description =
          "Where the classes are, in addition to Java's own class path; DIR/* for all JARs of a"
              + " folder.")
  String classPath = "";

  @Option(names = "--json", description = "Print everything as JSON.")
  boolean json;

  @Option(
      names = "--progress",
      negatable = true,
      description = "Show progress on the error stream; default: only if it is a terminal.")
  @Nullable Boolean progress;

  public String classPath() {
    return classPath;
  }

  /** Returns true if everything is to be printed as JSON. */
  public boolean isJson() {
    return json;
  }

  /** Makes the line for the progress of all operations, on the error stream; may draw nothing. */
  public Progress progress(PrintStream errorStream, int total) {
    boolean isShown = progress == null ? Terminal.is(Terminal.ERROR_STREAM) : progress;
    return new Progress(errorStream, isShown, total);
  }
}
