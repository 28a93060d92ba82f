// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintStream;
import org.cyclecounter.tools.output.Formatted;

/**
 * A line on a terminal that says what is being measured, drawn over again and taken away at the
 * end. It is drawn between measurements alone, so that it is in none.
 */
final class Progress {

  private static final int WIDTH = 20;
  private static final int MAX_NAME = 36;

  private final PrintStream terminal;
  private final boolean shown;
  private final int total;
  private final long startNs = System.nanoTime();
  private int done;
  private int drawn;

  Progress(PrintStream terminal, boolean shown, int total) {
    this.terminal = terminal;
    this.shown = shown;
    this.total = total;
  }

  /** The next operation begins. */
  void begin(String name) {
    int filled = WIDTH * done / Math.max(1, total);
    String left =
        done == 0
            ? ""
            : Formatted.of(
                ", about %.0f s left", (System.nanoTime() - startNs) / 1e9 / done * (total - done));
    String shortName =
        name.length() <= MAX_NAME ? name : "..." + name.substring(name.length() - MAX_NAME + 3);
    draw(
        Formatted.of(
            "[%s%s] %d/%d%s: %s",
            "#".repeat(filled), "-".repeat(WIDTH - filled), done + 1, total, left, shortName));
  }

  /** The operation has ended. */
  void end() {
    done++;
  }

  /** Takes the line away until it is drawn again. */
  void clear() {
    draw("");
  }

  /** Prints a line of its own, whether progress is shown or not. */
  void print(String line) {
    clear();
    terminal.println(line);
  }

  /** Says that something else than the next operation begins. */
  void draw(String line) {
    if (!shown || line.isEmpty() && drawn == 0) {
      return;
    }
    String padding = " ".repeat(Math.max(0, drawn - line.length()));
    terminal.print('\r' + line + padding + (line.isEmpty() ? "\r" : ""));
    terminal.flush();
    drawn = line.length();
  }
}
