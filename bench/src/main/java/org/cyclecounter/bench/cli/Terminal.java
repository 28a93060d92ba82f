package org.cyclecounter.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person is watching the error stream. */
final class Terminal {

  private static final Path ERROR_STREAM = Path.of("/proc/self/fd/2");

  private Terminal() {}

  /** Java tells of input and output together alone, and of the error stream nothing. */
  static boolean isErrorStream() {
    if ("dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    if (Files.exists(ERROR_STREAM)) {
      return isTerminal(ERROR_STREAM);
    }
    return System.console() != null && isConsoleATerminal();
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

  /** From Java 22 on there may be a console that is no terminal. */
  private static boolean isConsoleATerminal() {
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
