// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import org.cyclecounter.tools.text.Formatted;

/**
 * The command line's entry.
 *
 * <p>Statuses: 0; 1 where a counter asked for does not work, an operation fails, the doctor knows
 * something better, or the output cannot be written; 2 for bad input. The JVM's own for a process
 * that a signal ends are 128 and the signal's number: 130 for SIGINT (Ctrl-C), 143 for SIGTERM.
 */
public final class Main {

  private Main() {}

  /**
   * Runs a command and ends the process with its status: 0, 1 where a counter asked for cannot be
   * used or the output cannot be written, 2 for bad input.
   *
   * @param arguments a command and its options; {@code --help} lists them
   */
  @SuppressWarnings("DefaultCharset") // the terminal's
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out);
    PrintWriter err = new PrintWriter(System.err, true);
    int status = run(out, err, arguments);
    // A PrintWriter throws nothing: a closed pipe or a full disk shows here, or not at all.
    // Flushes, too.
    if (out.checkError()) {
      err.println("The output cannot be written: it is closed, or the disk is full.");
      status = status == 0 ? 1 : status;
    }
    // Also ends threads that are no daemons, which measured code may have started and left.
    System.exit(status);
  }

  /**
   * Runs a command. Under a security manager picocli's classes may not be initialised: they read
   * system properties that few policies grant.
   */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    try {
      return Commands.run(out, err, arguments);
    } catch (ExceptionInInitializerError | SecurityException e) {
      // The first use of a class whose initialiser was refused; later ones have another error.
      Throwable cause = e instanceof SecurityException ? e : e.getCause();
      if (cause instanceof SecurityException refusal) {
        err.println(
            Formatted.of(
                "The command line cannot be used here: picocli: %s; start java without a security"
                    + " manager.",
                refusal.getMessage()));
        return 2;
      }
      throw e;
    }
  }
}
