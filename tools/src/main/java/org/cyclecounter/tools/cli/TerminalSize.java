// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A terminal's size, from {@code stty size} (POSIX, not specified for {@code size}, which Linux,
 * macOS and the BSDs have), or from COLUMNS and LINES, or 80 by 24.
 *
 * <p>Java has no call for it, and ioctl's TIOCGWINSZ would take a native library. COLUMNS and LINES
 * are variables of most shells that are not exported, so they are seldom there.
 *
 * @param columns characters in a line, at least 1
 * @param lines lines of the screen, at least 1
 */
record TerminalSize(int columns, int lines) {

  private static final File TERMINAL = new File("/dev/tty");

  /**
   * After which an update goes on with the size from the environment: watch must not hang on stty.
   */
  private static final int LIMIT_SECONDS = 1;

  /** Asks stty, which takes some milliseconds: a terminal may change its size at any time. */
  static TerminalSize now() {
    String environment = System.getenv("LINES") + " " + System.getenv("COLUMNS");
    TerminalSize otherwise = of(environment, new TerminalSize(80, 24));
    return TERMINAL.exists() ? of(stty(), otherwise) : otherwise;
  }

  /**
   * Parses lines and columns, as stty writes them; a terminal that does not know its size says 0.
   */
  static TerminalSize of(String stty, TerminalSize otherwise) {
    String[] numbers = stty.strip().split(" ");
    return numbers.length == 2
        ? new TerminalSize(
            number(numbers[1], otherwise.columns()), number(numbers[0], otherwise.lines()))
        : otherwise;
  }

  private static String stty() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream out = stty.getInputStream()) {
        // Its few bytes fit any pipe, so it ends without anybody reading them.
        return stty.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)
            ? new String(out.readAllBytes(), StandardCharsets.US_ASCII)
            : "";
      } finally {
        stty.destroyForcibly(); // nothing happens to one that has ended
      }
    } catch (IOException e) { // there is no stty, or no terminal
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Parses a positive number; anything else, 0 included, is the other one. */
  private static int number(String text, int otherwise) {
    try {
      int number = Integer.parseInt(text);
      return number > 0 ? number : otherwise;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
