// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.tools.command.Terminal;
import org.cyclecounter.tools.output.TextTable;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.tools.watch.WatchTable;
import org.cyclecounter.tools.watch.WatchedRow;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The place where {@code watch} shows what it observes. Only {@link #end} is thread-safe.
 *
 * <p>Whether it is a terminal is asked once, at the beginning; its size at each update.
 */
abstract class WatchView {

  final PrintWriter out;

  /** True if the output's encoding has the least and the highest of the bars' characters. */
  private final boolean blocks = Terminal.canWrite("\u2581\u2588");

  private List<String> names = List.of();
  private long startNs;

  WatchView(PrintWriter out) {
    this.out = out;
  }

  /** Makes a view that is drawn over again on a terminal, and line after line elsewhere. */
  static WatchView of(PrintWriter out) {
    // On Windows a terminal may not understand ANSI's sequences; everywhere else it does.
    boolean isAnsi =
        !System.getProperty("os.name", "").startsWith("Windows") || Ansi.AUTO.enabled();
    return Terminal.isOutput() && isAnsi ? new Live(out) : new Plain(out);
  }

  /** Announces what takes time. */
  abstract void say(String sentence);

  /** Takes the names of the counters in the updates that follow. */
  void begin(List<String> counters, long nowNs) {
    names = counters;
    startNs = nowNs;
  }

  abstract void update(List<WatchedRow> rows);

  /** Returns false once the output is closed: there is nobody to print for. */
  boolean isReadable() {
    return !out.checkError();
  }

  /** Ends the updates, at any time and on any thread, and leaves the terminal as it was found. */
  abstract void end(String lineEnd);

  WatchTable table(int width) {
    return new WatchTable(width, names, blocks);
  }

  /** Returns the seconds since {@link #begin}, by the monotonic clock. */
  double seconds() {
    return (System.nanoTime() - startNs) / 1e9;
  }

  /**
   * Draws over its own lines. Colours are left to picocli's guess, which heeds NO_COLOR and
   * CLICOLOR.
   */
  private static final class Live extends WatchView {
    private final LiveScreen screen;
    private int updates;

    Live(PrintWriter out) {
      super(out);
      screen = new LiveScreen(out);
    }

    @Override
    void say(String sentence) {
      TerminalSize size = TerminalSize.now();
      screen.draw(List.of(table(size.columns()).cut(sentence)), size);
    }

    @Override
    void update(List<WatchedRow> rows) {
      TerminalSize size = TerminalSize.now();
      WatchTable table = table(size.columns());
      List<String> lines = new ArrayList<>();
      lines.add(
          table.cut(
              Formatted.of(
                  "Cycles between adjacent readings; update %d, %.0f s; Ctrl-C ends",
                  ++updates, seconds())));
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
      screen.draw(lines, size);
    }

    private static String styled(String line, IStyle style) {
      return Ansi.AUTO.enabled() ? style.on() + line + style.off() : line;
    }

    @Override
    void end(String lineEnd) {
      screen.end(lineEnd);
    }
  }

  /**
   * Appends lines without any control character, for files, pipes and terminals that know none.
   * Each line begins with the time, so that it means something by itself, for grep and gnuplot.
   */
  private static final class Plain extends WatchView {
    private boolean begun;

    Plain(PrintWriter out) {
      super(out);
    }

    @Override
    void say(String sentence) {}

    @Override
    void update(List<WatchedRow> rows) {
      // One column more, because a table leaves its last one empty.
      WatchTable table = table(TextTable.COLUMNS + 1 - 10);
      if (!begun) {
        out.println("  seconds " + table.head());
        begun = true;
      }
      String seconds = Formatted.of("%9.1f ", seconds());
      rows.forEach(row -> out.println(seconds + table.row(row)));
      out.flush();
    }

    @Override
    void end(String lineEnd) {
      out.flush();
    }
  }
}
