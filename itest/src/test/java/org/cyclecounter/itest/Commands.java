// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import org.cyclecounter.tools.cli.Main;

/**
 * Runs commands of the command line in this JVM, where they take a tenth of the time; the start and
 * the end of a process are tested with {@link Java}.
 */
public final class Commands {

  private Commands() {}

  /** Runs a command; its arguments are separated by spaces. */
  public static Java.Result run(String command) throws ReflectiveOperationException {
    Method run =
        Main.class.getDeclaredMethod("run", PrintWriter.class, PrintWriter.class, String[].class);
    run.setAccessible(true);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter toOut = new PrintWriter(out);
    PrintWriter toErr = new PrintWriter(err, true);
    int status = (int) run.invoke(null, toOut, toErr, command.split(" "));
    toOut.flush();
    return new Java.Result(
        status, out.toString().lines().toList(), err.toString().lines().toList());
  }
}
