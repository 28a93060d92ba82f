// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * A command that was run in this JVM.
 *
 * @param out what it printed
 * @param err what it said, on its own error stream and on the process's
 */
public record CommandRun(int status, String out, String err) {

  static {
    probeHere();
    // The log's handler takes the error stream of its first use: never a run's.
    Handler[] unused = Logger.getLogger("").getHandlers();
  }

  /**
   * Probes the tests' counters in this JVM from now on: a child JVM for each selection takes half a
   * second, and isolation is the selector's and itest's to test.
   */
  public static void probeHere() {
    System.setProperty("org.cyclecounter.isolation", "none");
  }

  /** Runs a command as {@code main} does. */
  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
    System.setErr(errStream);
    try {
      int status =
          Main.run(
              new PrintWriter(out),
              new PrintWriter(errStream, true, StandardCharsets.UTF_8),
              arguments);
      return new CommandRun(
          status, lines(out.toString()), lines(err.toString(StandardCharsets.UTF_8)));
    } finally {
      System.setErr(errBefore);
      System.setOut(outBefore); // an operation that still runs keeps it elsewhere
    }
  }

  /** The same on Windows, whose lines end otherwise. */
  private static String lines(String text) {
    return text.replace("\r\n", "\n");
  }
}
