// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Rows for a terminal. Each fits its width, the last column of which stays empty.
 *
 * <p>Laid out anew for each update: the terminal may have another width. Names are given as they
 * are in the report, of usable counters, which the selector has checked; problems may hold
 * anything, so what is not ASCII is shown as a question mark.
 */
public final class WatchTable {

  /** Levels of a bar, from none to a whole line: U+2581 to U+2588, eighths of a block. */
  private static final String BLOCKS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

  /** The same for encodings without blocks, by how dark they look. */
  private static final String ASCII = " .:-=+*#@";

  /** Labels of the axis, in cycles, as far as there is room: each begins its column. */
  private static final long[] LABELS = {0, 10, 100, 1_000, 10_000, 100_000};

  /** Characters of the column of names. */
  private static final int MAX_NAME = 20;

  private static final int MIN_NAME = 8;

  /** Columns of a histogram for which figures go, and for which names are cut. */
  private static final int BINS_ENOUGH = 10;

  private static final int MIN_BINS = 4;

  /** A figure behind the histogram, and its width with the blank before it. */
  private record Figure(String head, int width, Function<WatchedRow, String> text) {}

  private static final Figure MEDIAN = new Figure("median", 7, row -> count(row.medianCycles()));
  private static final Figure RATE = new Figure("rate", 11, row -> rate(row.hz()));
  private static final Figure MOVED =
      new Figure("moved", 6, row -> row.moves() < 0 ? "-" : count(row.moves()));
  private static final Figure BACK = new Figure("back", 6, row -> count(row.backwards()));

  /** The order in which a narrow terminal loses figures. */
  private static final List<Figure> FIRST_TO_GO = List.of(MEDIAN, MOVED, BACK, RATE);

  private final int columns;
  private final String levels;
  private final List<Figure> figures = new ArrayList<>(List.of(MEDIAN, RATE, MOVED, BACK));
  private final int nameWidth;
  private final int bins;

  /** Lays the columns out for a terminal of that width, which can write block characters or not. */
  public WatchTable(int width, List<String> names, boolean blocks) {
    columns = Math.max(1, width - 1); // a terminal may wrap what fills its last column
    levels = blocks ? BLOCKS : ASCII;
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    int wanted = Math.max(MIN_NAME, Math.min(MAX_NAME, longest));
    for (Figure figure : FIRST_TO_GO) {
      if (left(wanted) < BINS_ENOUGH) {
        figures.remove(figure);
      }
    }
    nameWidth = Math.max(MIN_NAME, Math.min(wanted, wanted + left(wanted) - MIN_BINS));
    bins = Math.max(MIN_BINS, left(nameWidth));
  }

  /**
   * Returns the columns that names of a width and the figures leave for histograms; negative for
   * none.
   */
  private int left(int names) {
    return columns - names - 1 - figures.stream().mapToInt(figure -> figure.width).sum();
  }

  /** The line above the rows: the axis of the histograms in cycles, and the figures. */
  public String head() {
    StringBuilder axis = new StringBuilder();
    for (long label : LABELS) {
      String text = label < 1_000 ? Long.toString(label) : label / 1_000 + "k";
      int column = Histogram.column(label, bins);
      boolean first = axis.length() == 0;
      if ((first || column > axis.length()) && column + text.length() <= bins) {
        axis.append(" ".repeat(column - axis.length())).append(text);
      }
    }
    return cut(start("counter") + Formatted.of("%-" + bins + "s", axis) + figures(Figure::head));
  }

  /** A counter's row: its histogram and figures, or the problem that ended them. */
  public String row(WatchedRow row) {
    if (!row.problem().isEmpty()) {
      return cut(start(row.name()) + row.problem().replaceAll("[^ -~]", "?"));
    }
    return cut(start(row.name()) + bars(row.recent()) + figures(figure -> figure.text.apply(row)));
  }

  private String figures(Function<Figure, String> text) {
    return figures.stream()
        .map(figure -> Formatted.of("%" + figure.width + "s", text.apply(figure)))
        .collect(Collectors.joining());
  }

  /** The most frequent difference is as high as a line, and the rarest can still be seen. */
  private String bars(Histogram recent) {
    int[] counts = recent.columns(bins);
    int most = Arrays.stream(counts).max().orElse(0);
    int full = levels.length() - 1;
    StringBuilder bars = new StringBuilder();
    for (int count : counts) {
      long level = count == 0 ? 0 : Math.max(1, Math.round((double) full * count / most));
      bars.append(levels.charAt((int) level));
    }
    return bars.toString();
  }

  /** Four digits and a unit, in ten characters. */
  static String rate(double hz) {
    if (Double.isNaN(hz)) {
      return "-";
    }
    String[] units = {"Hz", "kHz", "MHz", "GHz"};
    int unit = 0;
    double scaled = hz;
    // What would be rounded to 1000.0 has the next unit.
    while (Math.abs(scaled) >= 999.95 && unit < units.length - 1) {
      scaled /= 1e3;
      unit++;
    }
    String number = Formatted.of(Math.abs(scaled) < 9.9995 ? "%.3f" : "%.1f", scaled);
    return (number.length() <= 6 ? number : Formatted.of("%.0e", scaled)) + ' ' + units[unit];
  }

  /** Cuts digits until five characters do, above 99,999 in thousands, and so on. */
  static String count(long count) {
    String[] units = {"", "k", "M", "G", "T", "P", "E"};
    int unit = 0;
    long scaled = count;
    while (Long.toString(scaled).length() + units[unit].length() > 5) {
      scaled /= 1_000;
      unit++;
    }
    return scaled + units[unit];
  }

  private String start(String name) {
    String cut = name.length() <= nameWidth ? name : name.substring(0, nameWidth - 1) + "~";
    return Formatted.of("%-" + nameWidth + "s ", cut);
  }

  /** The beginning of a line, so that it does not wrap. */
  public String cut(String line) {
    return line.substring(0, Math.min(line.length(), columns));
  }
}
