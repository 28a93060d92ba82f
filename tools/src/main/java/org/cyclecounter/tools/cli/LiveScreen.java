// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines at the end of a terminal, drawn over again. The cursor is hidden only while they are drawn:
 * between two updates the terminal is as it was found, whatever ends or stops the process.
 *
 * <p>The sequences are ECMA-48's: CUU ({@code A}) moves the cursor up, EL ({@code K}) erases to the
 * end of a line, ED ({@code J}) to the end of the screen, CUP ({@code H}) moves to its beginning;
 * the cursor is hidden and shown by the DEC private mode 25. There is no alternate screen: what was
 * drawn last stays readable when the process has ended.
 *
 * <p>Threads: the command's draws; the shutdown hook's ends, in the middle of a wait or of a frame.
 */
final class LiveScreen {

  private static final String CSI = "\u001b[";
  private static final String HIDE = CSI + "?25l";
  private static final String SHOW = CSI + "?25h";
  private static final String TO_END_OF_LINE = CSI + "K";
  private static final String TO_END = CSI + "J";
  private static final String CLEAR = CSI + "H" + CSI + "2J";

  private final PrintWriter out;

  /** Lines of the last frame, below which the cursor stands. */
  private int drawn;

  /** Columns of the terminal at the last frame; 0 before the first. */
  private int widthBefore;

  /**
   * Guarded by the monitor, as the two above: a frame drawn after the end would hide the cursor.
   */
  private boolean ended;

  LiveScreen(PrintWriter out) {
    this.out = out;
  }

  /**
   * Draws lines that are shorter than the terminal is wide, as many as it has room for.
   *
   * <p>One line less than the terminal has: the cursor stands on the line below the last one, and a
   * frame that scrolled could not be drawn over, because the cursor does not move up beyond the
   * top.
   */
  synchronized void draw(List<String> lines, TerminalSize size) {
    List<String> shown = lines.subList(0, Math.min(lines.size(), Math.max(1, size.lines() - 1)));
    StringBuilder frame = new StringBuilder(HIDE);
    if (widthBefore > size.columns()) {
      frame.append(CLEAR); // the lines drawn before have wrapped
    } else if (drawn > 0) {
      frame.append('\r').append(CSI).append(drawn).append('A');
    }
    shown.forEach(line -> frame.append(line).append(TO_END_OF_LINE).append('\n'));
    frame.append(TO_END).append(SHOW);
    if (!ended) {
      out.print(frame);
      out.flush();
      drawn = shown.size();
      widthBefore = size.columns();
    }
  }

  /**
   * Draws nothing any more, and leaves a visible cursor below what has been drawn and what the
   * terminal has echoed, which the line end follows.
   */
  synchronized void end(String lineEnd) {
    if (!ended) {
      ended = true;
      out.print(SHOW + lineEnd);
      out.flush();
    }
  }
}
