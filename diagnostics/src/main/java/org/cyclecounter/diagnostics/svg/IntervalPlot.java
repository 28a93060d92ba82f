// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.svg;

import java.util.List;
import org.cyclecounter.selector.support.ProviderText;

/**
 * A dot with an interval for each of some subjects, on one axis, and the raw values behind them.
 * The labels stand above the intervals, so that a long one has room on a phone, too.
 *
 * <p>Every run is drawn, faintly: an interval alone hides two groups of runs, which are common
 * (another compilation, another frequency).
 */
public final class IntervalPlot {

  static final int LEFT = 12;
  static final int RIGHT = 328;

  /** Height of a row: a label, and below it the interval. */
  private static final int ROW = 38;

  private static final int TOP = 6;

  /** Points of a row: more would be a bar, and 1000 runs of 16 operations a page of 200 KB. */
  private static final int MAX_RAW = 400;

  /** Characters of a label; the note beside it takes the rest of the line. */
  public static final int MAX_LABEL = 26;

  /** Characters of a note. */
  private static final int MAX_NOTE = 24;

  /** Heights at which points are drawn in turn. */
  private static final int SPREAD = 5;

  private IntervalPlot() {}

  /**
   * A subject: its name, a short note at the right of that, the interval, the dot (NaN for none),
   * and the values behind, in any order. At most 400 of them are drawn, evenly selected.
   */
  public record Row(
      String label, String note, double low, double middle, double high, List<Double> raw) {}

  /** Draws rows from top to bottom; what is beyond an end of the axis is drawn there. */
  public static Element of(Caption caption, List<Row> rows, Axis axis, String unit) {
    Axis x = axis.drawn(LEFT, RIGHT);
    double bottom = TOP + ROW * rows.size();
    Chart chart = Chart.of(caption, (int) bottom + 38).xAxis(x, 4, TOP, bottom, unit);
    for (int i = 0; i < rows.size(); i++) {
      draw(chart, rows.get(i), x, TOP + ROW * i);
    }
    return chart.svg();
  }

  private static void draw(Chart chart, Row row, Axis x, double top) {
    double y = top + 26;
    chart.text("label", "start", LEFT, top + 13, ProviderText.cut(row.label(), MAX_LABEL));
    chart.text("note", "end", RIGHT, top + 13, ProviderText.cut(row.note(), MAX_NOTE));
    int every = Math.max(1, (row.raw().size() + MAX_RAW - 1) / MAX_RAW);
    StringBuilder raw = new StringBuilder();
    for (int i = 0; i < row.raw().size(); i += every) {
      double apart = i / every % SPREAD - SPREAD / 2; // so that equal ones are seen to be many
      // A line without length and with round ends is a dot, in fewer bytes than a circle.
      raw.append(Axis.step('M', x.at(row.raw().get(i)), y + 2 * apart)).append("h0");
    }
    if (raw.length() > 0) {
      chart.path("raw", raw.toString());
    }
    chart.line("interval", x.at(row.low()), y, x.at(row.high()), y);
    chart.line("interval", x.at(row.low()), y - 4, x.at(row.low()), y + 4);
    chart.line("interval", x.at(row.high()), y - 4, x.at(row.high()), y + 4);
    if (Double.isFinite(row.middle())) {
      chart.dot("dot", x.at(row.middle()), y, 4);
    }
  }
}
