// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.tools.command.CommandStreams;
import org.cyclecounter.tools.command.Terminal;
import org.cyclecounter.tools.watch.WatchTable;
import org.cyclecounter.tools.watch.WatchedRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The place where {@code watch} shows what it observes. Only {@link #end} is thread-safe.
 *
 * <p>Whether it is a terminal is asked once, at the beginning; its size at each update.
 */
final class WatchView {

  private final PrintWriter out;

  /** The lines that are drawn over again; null where each update is appended. */
  private final @Nullable LiveScreen screen;

  /** True if the output's encoding has the least and the highest of the bars' characters. */
  private final boolean blocks = Terminal.canWrite("\u2581\u2588");

  private int updates;

  /** Makes a view that is drawn over again on a terminal, and line after line elsewhere. */
  WatchView(PrintWriter out) {
    this.out = out;
    // Asked here in any case: the JDK then keeps its answer, which the colours need when the
    // output has been taken.
    boolean isColoured = Ansi.AUTO.enabled();
    // On Windows a terminal may not understand ANSI's sequences; everywhere else it does.
    boolean isAnsi = isColoured || !System.getProperty("os.name", "").startsWith("Windows");
    screen = Terminal.is(Terminal.OUTPUT) && isAnsi ? new LiveScreen(out) : null;
  }

  /** Announces what takes time, on a terminal alone. */
  void say(String sentence) {
    if (screen != null) {
      TerminalSize size = TerminalSize.now();
      screen.draw(List.of(table(size.columns(), List.of()).cut(sentence)), size);
    }
  }

  void update(List<WatchedRow> rows, double seconds) {
    updates++;
    if (screen == null) {
      append(rows, seconds);
    } else {
      TerminalSize size = TerminalSize.now();
      screen.draw(frame(rows, seconds, size), size);
    }
  }

  /** Returns false once the output is closed: there is no reader any more. */
  boolean isReadable() {
    return !out.checkError();
  }

  /** Ends the updates, at any time and on any thread, and leaves the terminal as it was found. */
  void end(String lineEnd) {
    if (screen == null) {
      out.flush();
    } else {
      screen.end(lineEnd);
    }
  }

  private WatchTable table(int width, List<WatchedRow> rows) {
    return new WatchTable(width, rows.stream().map(WatchedRow::name).toList(), blocks);
  }

  /** Makes lines for a terminal; colours are picocli's guess, which heeds NO_COLOR and CLICOLOR. */
  private List<String> frame(List<WatchedRow> rows, double seconds, TerminalSize size) {
    WatchTable table = table(size.columns(), rows);
    List<String> lines = new ArrayList<>();
    lines.add(
        table.cut(
            Formatted.of(
                "Cycles between adjacent readings; update %d, %.0f s; Ctrl-C ends",
                updates, seconds)));
    lines.add(styled(table.head(), Style.bold));
    for (WatchedRow row : rows) {
      String line = table.row(row);
      boolean isBad = row.backwards() > 0 || !row.problem().isEmpty();
      lines.add(isBad ? styled(line, Style.fg_red) : line);
    }
    // The last line that fits says how many do not: those below it, and the one it stands for.
    int hidden = lines.size() - (size.lines() - 1);
    if (hidden > 0 && size.lines() > 2) {
      lines.set(
          size.lines() - 2,
          table.cut((hidden + 1) + " more; --include NAME,NAME shows what you name"));
    }
    return lines;
  }

  private static String styled(String line, IStyle style) {
    return Ansi.AUTO.enabled() ? style.on() + line + style.off() : line;
  }

  /**
   * Appends lines without any control character, for files, pipes and terminals that know none.
   * Each line begins with the time, so that it means something by itself, for grep and gnuplot.
   */
  private void append(List<WatchedRow> rows, double seconds) {
    // One column more, because a table leaves its last one empty.
    WatchTable table = table(TextTable.COLUMNS + 1 - 10, rows);
    List<String> lines = new ArrayList<>();
    if (updates == 1) {
      lines.add("  seconds " + table.head());
    }
    String time = Formatted.of("%9.1f ", seconds);
    rows.forEach(row -> lines.add(time + table.row(row)));
    CommandStreams.print(out, lines);
  }
}
