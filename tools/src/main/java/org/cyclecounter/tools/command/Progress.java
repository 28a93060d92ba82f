// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.io.PrintStream;
import org.cyclecounter.tools.text.Formatted;

/**
 * A line on a terminal that says what is being measured, drawn over again and taken away at the
 * end. It is drawn between measurements alone, so that it is in none.
 *
 * <p>On the error stream, so that a table or JSON may be redirected while it is seen. CR goes back
 * to the line's beginning, and blanks cover what is left of a longer line: that works on every
 * terminal, without sequences. Written by the command's thread, and at a signal by the
 * interruption's, both of which hold its lock.
 */
public final class Progress {

  /** Characters of the bar. */
  private static final int WIDTH = 20;

  /** Characters of a name, of which the end says more than the packages at its beginning. */
  private static final int MAX_NAME = 36;

  private final PrintStream terminal;
  private final boolean shown;
  private final int total;
  private final long startNs = System.nanoTime();
  private int done;

  /** Characters that are on the line now; 0 while there is none. */
  private int drawn;

  /**
   * Makes one.
   *
   * @param shown false for one that draws nothing
   * @param total the operations
   */
  public Progress(PrintStream terminal, boolean shown, int total) {
    this.terminal = terminal;
    this.shown = shown;
    this.total = total;
  }

  /**
   * The next operation begins.
   *
   * <p>The time that is left is a guess: as if all operations took as long as those before.
   */
  public void begin(String name) {
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
  public void end() {
    done++;
  }

  /** Takes the line away until it is drawn again. */
  public void clear() {
    draw("");
  }

  /** Prints a line of its own, whether progress is shown or not. */
  public void print(String line) {
    clear();
    terminal.println(line);
  }

  /** Says that something else than the next operation begins. */
  public void draw(String line) {
    if (!shown || line.isEmpty() && drawn == 0) {
      return;
    }
    String padding = " ".repeat(Math.max(0, drawn - line.length()));
    terminal.print('\r' + line + padding + (line.isEmpty() ? "\r" : ""));
    terminal.flush();
    drawn = line.length();
  }
}
