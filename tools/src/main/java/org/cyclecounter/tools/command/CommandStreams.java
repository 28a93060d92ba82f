// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintWriter;
import java.util.List;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.selector.support.ProviderText;

/**
 * Writes the lines of commands, without the control characters that text of operations, exceptions
 * and providers may have: a terminal would obey them.
 */
public final class CommandStreams {

  private CommandStreams() {}

  /** Prints lines and flushes: a later warning on the error stream comes after them. */
  public static void print(PrintWriter out, List<String> lines) {
    lines.forEach(line -> out.println(ProviderText.clean(line)));
    out.flush();
  }

  /** Prints a sentence on the error stream: in lines of a terminal, elsewhere as one line. */
  public static void say(PrintWriter errorStream, String sentence) {
    print(errorStream, said(sentence, Terminal.is(Terminal.ERROR_STREAM)));
  }

  /** Returns a sentence as lines of a terminal, or as one line. */
  static List<String> said(String sentence, boolean isOnTerminal) {
    String line = ProviderText.clean(sentence);
    return isOnTerminal ? TextTable.paragraph(line, 0) : List.of(line);
  }
}
