// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines at the end of a terminal, drawn over again. The cursor is hidden only while they are drawn:
 * between two updates the terminal is as it was found, whatever ends or stops the process.
 */
final class LiveScreen {

  private static final String CSI = "\u001b[";
  private static final String HIDE = CSI + "?25l";
  private static final String SHOW = CSI + "?25h";
  private static final String TO_END_OF_LINE = CSI + "K";
  private static final String TO_END = CSI + "J";
  private static final String CLEAR = CSI + "H" + CSI + "2J";

  private final PrintWriter out;
  private final ReentrantLock lock = new ReentrantLock();
  private int drawn;
  private int widthBefore;
  private boolean ended;

  LiveScreen(PrintWriter out) {
    this.out = out;
  }

  /** Draws lines that are shorter than the terminal is wide, as many as it has room for. */
  void draw(List<String> lines, TerminalSize size) {
    List<String> shown = lines.subList(0, Math.min(lines.size(), Math.max(1, size.lines() - 1)));
    StringBuilder frame = new StringBuilder(HIDE);
    if (widthBefore > size.columns()) {
      frame.append(CLEAR); // the lines drawn before have wrapped
    } else if (drawn > 0) {
      frame.append('\r').append(CSI).append(drawn).append('A');
    }
    shown.forEach(line -> frame.append(line).append(TO_END_OF_LINE).append('\n'));
    frame.append(TO_END).append(SHOW);
    lock.lock();
    try {
      if (!ended) {
        out.print(frame);
        out.flush();
        drawn = shown.size();
        widthBefore = size.columns();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Draws nothing any more, and leaves a visible cursor below what has been drawn and what the
   * terminal has echoed, which the line end follows.
   */
  void end(String lineEnd) {
    lock.lock();
    try {
      if (!ended) {
        ended = true;
        out.print(SHOW + lineEnd);
        out.flush();
      }
    } finally {
      lock.unlock();
    }
  }
}
