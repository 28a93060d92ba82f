// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.cyclecounter.spi.CounterUnavailableException;

/**
 * The child JVM's side of its standard input and output. Its lines begin with a word that the
 * parent gave it, because the operation may print there, too.
 */
public final class ParentPipe {

  /** At three bytes each, fewer than a pipe takes at once. */
  private static final int MAX_TEXT = 1200;

  private static final OutputStream OUT = output();

  private static String word = "";

  private ParentPipe() {}

  /** Opens the standard output under a descriptor of its own: the operation may close that one. */
  private static OutputStream output() {
    try {
      return new FileOutputStream("/dev/fd/1");
    } catch (IOException e) {
      return new FileOutputStream(FileDescriptor.out);
    }
  }

  /**
   * Takes the parent's word, loads the library, and ends this process when its parent does, from
   * then on.
   *
   * @throws CounterUnavailableException if the library cannot be loaded; the pipe is open, too
   */
  public static void open(String word) throws CounterUnavailableException {
    ParentPipe.word = word;
    System.setIn(InputStream.nullInputStream()); // the parent's
    Stepper.load();
    Thread thread =
        new Thread("cyclecounter-parent") {
          @Override
          public void run() { // no lambda: cold start 1
            Stepper.endWithParent();
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  /** Sends a failure, after the stack trace of an operation that threw. */
  public static void send(CountFailure failure) throws IOException {
    for (String line : failure.trace()) {
      send("TRACE", line);
    }
    send("FAILED", String.valueOf(failure.getMessage()));
  }

  /**
   * Sends a line in one write, so that other output cannot split it; cuts a long line. Does nothing
   * in a process that has no parent: before {@link #open}.
   */
  public static void send(String kind, String text) throws IOException {
    if (word.isEmpty()) {
      return;
    }
    String line =
        text.replace('\n', ' ').replace('\r', ' ').substring(0, Math.min(text.length(), MAX_TEXT));
    OUT.write(("\n" + word + " " + kind + " " + line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
