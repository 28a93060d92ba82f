// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;

/**
 * The command line's entry: links nothing of picocli, which is optional, before it is known to be
 * there.
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
    if (out.checkError()) {
      err.println("The output cannot be written: it is closed, or the disk is full.");
      status = status == 0 ? 1 : status;
    }
    System.exit(status);
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    try {
      Class.forName("picocli.CommandLine");
    } catch (ClassNotFoundException e) {
      err.println(
          Main.class.getModule().isNamed()
              ? "The command line needs the module info.picocli: put picocli's JAR on the module"
                  + " path and add --add-modules info.picocli."
              : "The command line needs picocli: put its JAR on the class path.");
      return 2;
    } catch (ExceptionInInitializerError e) {
      Throwable cause = e.getCause();
      return refused(err, cause == null ? e : cause);
    }
    try {
      return Commands.run(out, err, arguments);
    } catch (SecurityException e) {
      return refused(err, e);
    }
  }

  /** By a security manager; picocli reads system properties that few policies grant. */
  private static int refused(PrintWriter err, Throwable why) {
    err.println(
        "The command line cannot be used here: picocli: "
            + why.getMessage()
            + "; start java without a security manager.");
    return 2;
  }
}
