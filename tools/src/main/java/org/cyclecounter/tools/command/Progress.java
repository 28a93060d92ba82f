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
 * terminal, without sequences.
 *
 * <p>Threads: the command's; while that waits, the one that hears a child JVM; and at a signal the
 * interruption's.
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
  private String name = "";
  private String phase = "";

  /** Beginning of the operation, or of its phase, by System.nanoTime. */
  private long phaseNs;

  /** Time of an operation that has ended, on average; 0 before the first has. */
  private double averageNs;

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

  /** The next operation begins. */
  public synchronized void begin(String operation) {
    int length = operation.length();
    name = length <= MAX_NAME ? operation : "..." + operation.substring(length - MAX_NAME + 3);
    phase = "";
    phaseNs = System.nanoTime();
    averageNs = done == 0 ? 0 : (double) (phaseNs - startNs) / done;
    draw("", averageNs);
  }

  /** The operation is in a phase, of which a part has passed. */
  public synchronized void at(String newPhase, int percent) {
    long nowNs = System.nanoTime();
    if (!phase.equals(newPhase)) {
      phase = newPhase;
      phaseNs = nowNs;
    }
    double leftNs = percent == 0 ? averageNs : (nowNs - phaseNs) * (100.0 - percent) / percent;
    draw(Formatted.of(": %s %d %%", phase, percent), leftNs);
  }

  /**
   * Draws the line.
   *
   * <p>The time that is left is a guess: as if the phase went on as it has begun, and all
   * operations that follow took as long as those before.
   */
  private void draw(String state, double leftNs) {
    int filled = WIDTH * done / Math.max(1, total);
    double seconds = (leftNs + averageNs * (total - done - 1)) / 1e9;
    draw(
        Formatted.of(
            "[%s%s] %d/%d%s: %s%s",
            "#".repeat(filled),
            "-".repeat(WIDTH - filled),
            done + 1,
            total,
            seconds == 0 ? "" : Formatted.of(", about %.0f s left", Math.ceil(seconds)),
            name,
            state));
  }

  /** The operation has ended. */
  public synchronized void end() {
    done++;
    clear();
  }

  /** Takes the line away until it is drawn again. */
  public synchronized void clear() {
    draw("");
  }

  /** Prints a line of its own, whether progress is shown or not. */
  public synchronized void print(String line) {
    clear();
    terminal.println(line);
  }

  /** Says that something else than the next operation begins. */
  public synchronized void draw(String line) {
    if (!shown || line.isEmpty() && drawn == 0) {
      return;
    }
    String padding = " ".repeat(Math.max(0, drawn - line.length()));
    terminal.print('\r' + line + padding + (line.isEmpty() ? "\r" : ""));
    terminal.flush();
    drawn = line.length();
  }
}
