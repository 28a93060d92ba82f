// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import org.cyclecounter.selector.natives.OwnOutput;

/**
 * The standard output of a process that is a command. A provider may print in Java or in C, into
 * the JSON that another program is going to parse: from {@link #take()} on that goes to the error
 * stream. A command that selects no counter runs no provider, and needs no library.
 */
public final class CommandOutput extends PrintWriter {

  private boolean isTaken;

  /** Writes to {@link System#out} at first. */
  @SuppressWarnings("DefaultCharset") // the terminal's
  public CommandOutput() {
    super(new PrintWriter(System.out)); // checkError() is that of the writer inside
  }

  /**
   * Takes the output for this writer alone, once, as far as this platform allows it: with a library
   * all that others print, otherwise what they print in Java.
   */
  void take() {
    if (isTaken) {
      return;
    }
    isTaken = true;
    flush();
    System.setOut(System.err);
    FileDescriptor own = new FileDescriptor();
    if (OwnOutput.take(own)) {
      out = new PrintWriter(new OutputStreamWriter(new FileOutputStream(own), Terminal.charset()));
    }
  }
}
