// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.cyclecounter.selector.limits.Log;

/** Carries a stack trace from a child JVM to the log of its parent, as one line of the pipe. */
final class StackTrace {

  /** Between two lines of the trace; the parent breaks them again. */
  private static final String BREAK = " | ";

  private StackTrace() {}

  /** Formats a throwable with its stack trace in one line. */
  static String line(Throwable e) {
    StringWriter text = new StringWriter();
    try {
      e.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException | Error again) { // of a third party's getMessage()
      return e.getClass().getName();
    }
    return String.join(BREAK, text.toString().lines().map(String::strip).toList());
  }

  /** Logs such a line at debug level. */
  static void log(String line) {
    Log.debugLines(List.of(("a counter failed in a child JVM: " + line).split(" \\| at ")));
  }
}
