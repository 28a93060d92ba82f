// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import java.util.function.LongSupplier;
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
  private final LongSupplier clockNs;
  private final long startNs;
  private String what = "";
  private String detail = "";
  private boolean isTicking;
  private long sinceNs;

  /** Takes a line that may draw nothing, and a clock. */
  Activity(Progress line, LongSupplier clockNs) {
    this.line = line;
    this.clockNs = clockNs;
    startNs = clockNs.getAsLong();
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
    sinceNs = clockNs.getAsLong();
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
    long nowNs = clockNs.getAsLong();
    if (!what.isEmpty() && nowNs - startNs >= SILENT_NS) {
      line.draw(Formatted.of("%s%s, %d s", what, detail, (nowNs - sinceNs) / 1_000_000_000));
    }
  }

  /** It has ended, and something may be printed. */
  synchronized void end() {
    what = "";
    isTicking = false;
    line.clear();
  }

  /** Prints what was going on, as the last line. */
  synchronized void interrupt() {
    line.sayLast(interrupted());
  }

  /** Returns what was going on, one sentence. */
  synchronized String interrupted() {
    return what.isEmpty()
        ? "Interrupted."
        : Formatted.of(
            "Interrupted: %s had run for %.1f s.", what, (clockNs.getAsLong() - sinceNs) / 1e9);
  }
}
