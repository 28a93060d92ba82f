// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Knows what a command is doing that takes time: shows it once the command has taken two seconds,
 * and says it if the command is interrupted.
 *
 * <p>Threads: the command's, one that ticks, and at a signal the interruption's.
 */
final class Activity {

  /** Most commands have ended by then, and show nothing. */
  private static final long SILENT_NS = 2_000_000_000L;

  private final Progress line;
  private String what = "";
  private String detail = "";
  private boolean isTicking;
  private long sinceNs;

  /** Takes a line that may draw nothing, and has the clock. */
  Activity(Progress line) {
    this.line = line;
  }

  /**
   * Something begins.
   *
   * @param isTicked false for what even a tick would disturb: then {@link #at} alone draws
   */
  synchronized void begin(String name, boolean isTicked) {
    what = name;
    detail = "";
    isTicking = isTicked;
    sinceNs = line.clockNs.getAsLong();
  }

  synchronized boolean isBusy() {
    return !what.isEmpty();
  }

  /** A part of it has passed. */
  synchronized void at(double part) {
    detail = Formatted.of(" %.0f %%", 100 * part);
    draw();
  }

  /** Draws the line again, with its seconds. */
  synchronized void tick() {
    if (isTicking) {
      draw();
    }
  }

  private void draw() {
    long nowNs = line.clockNs.getAsLong();
    if (!what.isEmpty() && nowNs - line.startNs >= SILENT_NS) {
      line.draw(Formatted.of("%s%s, %d s", what, detail, (nowNs - sinceNs) / 1_000_000_000));
    }
  }

  /** It has ended, and something may be printed. */
  synchronized void end() {
    what = "";
    line.clear();
  }

  /** Prints what was going on, one sentence, as the last line. */
  synchronized void interrupt() {
    double seconds = (line.clockNs.getAsLong() - sinceNs) / 1e9;
    line.sayLast(
        what.isEmpty()
            ? "Interrupted."
            : Formatted.of("Interrupted: %s had run for %.1f s.", what, seconds));
  }
}
