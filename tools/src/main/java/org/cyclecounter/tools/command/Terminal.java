// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds out whether a stream is a terminal, and what it can show.
 *
 * <p>C's isatty would take a native library. On Linux a descriptor's link says as much: {@code
 * /dev/pts/0} (a terminal emulator, ssh), {@code /dev/tty1} (a console), {@code /dev/ttyS0} (a
 * serial line), {@code /dev/console} (an init process, some containers); a pipe's is {@code
 * pipe:[1234]}, which is no path.
 */
public final class Terminal {

  /** The output stream's descriptor, until {@link CommandOutput} has taken the output. */
  public static final int OUTPUT = 1;

  /** The error stream's descriptor. */
  public static final int ERROR_STREAM = 2;

  private Terminal() {}

  /**
   * Returns true if a stream is a terminal that can draw over a line: TERM not dumb.
   *
   * <p>Looks where a descriptor leads on Linux. Elsewhere System.console() has to do, which covers
   * input and output together, never the error stream.
   */
  @SuppressWarnings("SystemConsoleNull") // asked for its kind where it is there
  public static boolean is(int stream) {
    if ("dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    Path descriptor = Path.of("/proc/self/fd/" + stream);
    return Files.exists(descriptor)
        ? isTerminal(descriptor)
        : System.console() != null && isConsoleATerminal();
  }

  private static boolean isTerminal(Path descriptor) {
    try {
      String device = descriptor.toRealPath().toString();
      return device.startsWith("/dev/pts/")
          || device.startsWith("/dev/tty")
          || device.equals("/dev/console");
    } catch (IOException e) { // a pipe or a socket has no path
      return false;
    }
  }

  /**
   * From Java 22 on there may be a console that is no terminal: Console.isTerminal.
   *
   * <p>Since JDK-8308591 System.console() is there with redirected streams as well.
   */
  private static boolean isConsoleATerminal() {
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
    } catch (ReflectiveOperationException e) {
      // Before Java 22 there is a console only if input and output are a terminal.
      return true;
    }
  }

  /**
   * Returns true if the output stream's encoding has all characters of a text.
   *
   * <p>A character that an encoding lacks would be printed as a question mark.
   *
   * @return false also for an encoding that cannot be written
   */
  public static boolean canWrite(String text) {
    try {
      return charset().newEncoder().canEncode(text);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** Returns the output stream's encoding, which from Java 19 on may differ from the default. */
  static Charset charset() {
    try {
      return Charset.forName(System.getProperty("stdout.encoding", ""));
    } catch (IllegalArgumentException e) { // there is none, or this JVM does not know it
      return Charset.defaultCharset();
    }
  }
}
