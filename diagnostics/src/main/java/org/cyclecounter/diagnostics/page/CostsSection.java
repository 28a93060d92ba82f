// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.diagnostics.page.Costs.OperationCost;
import org.cyclecounter.diagnostics.page.Costs.Sample;
import org.cyclecounter.diagnostics.svg.Axis;
import org.cyclecounter.diagnostics.svg.Caption;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.svg.IntervalPlot;
import org.cyclecounter.diagnostics.svg.IntervalPlot.Row;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * The costs of all operations: two pictures, and all numbers in a table.
 *
 * <p>The first picture has every operation, per byte if they differ in size. It starts at zero, so
 * that lengths can be compared, unless the small costs could not be told apart then. The second has
 * the differences between those that cost about the same, around zero.
 */
record CostsSection(Costs costs) {

  /** The least reach of the axis in percent: noise is not drawn large. */
  private static final double MIN_PERCENT = 5;

  /** Costs that differ by more are drawn on a logarithmic axis. */
  private static final double MAX_LINEAR = 20;

  /** An operation that costs so many times the first is none to tell it from. */
  private static final double MAX_DIFFERENCE = 2;

  /** Characters of a name in the table: a class's name may be of any length. */
  private static final int MAX_NAME = 200;

  private static final int KIB = 1024;

  Element element() {
    Element section = PageFrame.section("costs", "Cost of an operation");
    if (costs.operations().size() > 1) { // a single dot says less than the table
      Element pictures = Element.styled("div", "pictures", medians());
      List<OperationCost> near = costs.others().stream().filter(CostsSection::isNear).toList();
      section.add(near.isEmpty() ? pictures : pictures.add(differences(near)));
    }
    return section.add(new CostsTable(costs).element());
  }

  private static boolean isNear(OperationCost cost) {
    double ratio = cost.ratios().median().median();
    return ratio <= MAX_DIFFERENCE && ratio >= 1 / MAX_DIFFERENCE;
  }

  static String name(OperationCost cost) {
    return PageElements.cut(cost.operation().name(), MAX_NAME);
  }

  /** Returns the name, with the size if operations differ in it. */
  private String fullName(OperationCost cost) {
    return name(cost) + (costs.isOneSize() ? "" : ", " + size(cost.operation().bytes()));
  }

  private static String size(long bytes) {
    return bytes == 0
        ? "no size"
        : bytes % (KIB * KIB) == 0
            ? bytes / (KIB * KIB) + " MiB"
            : bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " B";
  }

  /**
   * Draws what each operation costs. The description has all numbers: a screen reader reads it
   * instead.
   */
  private Element medians() {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    for (OperationCost each : costs.operations()) {
      Sample runs = costs.isPerByte() ? perByte(each) : each.runs();
      boolean hasRatio = costs.isOneSize() && !each.isFirst();
      String times = hasRatio ? times(each.ratios().median()) + ", " : "";
      rows.add(row(fullName(each), times + runs.values().size() + " runs", runs));
      String interval = RoundedNumbers.range(runs.median(), RoundedNumbers::digits);
      description.add(
          Formatted.of("%s: %s, interval %s.", fullName(each), costs.median(runs), interval));
    }
    Axis axis = axis(rows);
    String text =
        Formatted.of(
            "Median of the runs%s and its 99 %% interval, %s; each run is a point behind it.",
            costs.isPerByte() ? ", per byte," : "",
            axis.isLogarithmic() ? "on a logarithmic axis" : "from zero");
    String nothing =
        axis.isLogarithmic()
            ? rows.stream()
                .filter(row -> !isSomething(row.middle()))
                .map(row -> " " + row.label() + " costs nothing: it is drawn at the beginning.")
                .collect(Collectors.joining())
            : "";
    return figure(
        new Caption("cost", "Median of the runs", description.toString()),
        text + nothing,
        rows,
        axis,
        costs.unit() + (costs.isPerByte() ? " per byte" : ""));
  }

  private static Axis axis(List<Row> rows) {
    double largest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double low = Double.POSITIVE_INFINITY;
    for (Row row : rows) {
      largest = Math.max(largest, Math.max(Math.abs(row.low()), Math.abs(row.high())));
      smallest = isSomething(row.middle()) ? Math.min(smallest, row.middle()) : smallest;
      low = isSomething(row.low()) ? Math.min(low, row.low()) : low;
    }
    return largest > MAX_LINEAR * smallest
        ? Axis.logarithmic(Math.min(low, smallest), largest)
        : Axis.spanning(0, largest > 0 ? largest : 1, 0);
  }

  private static boolean isSomething(double cost) {
    return cost >= RoundedNumbers.NOTHING;
  }

  static Sample perByte(OperationCost cost) {
    long bytes = cost.operation().bytes();
    return cost.runs().to(run -> run / bytes);
  }

  private static String times(MedianInterval ratio) {
    return Double.isNaN(ratio.median()) ? "no ratio" : RoundedNumbers.digits(ratio.median()) + " x";
  }

  /**
   * Draws by how much each of the others differs from the first. A ratio that may as well be 1 is
   * called noise and gets no number, which would be quoted.
   */
  private Element differences(List<OperationCost> near) {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    for (OperationCost each : near) {
      Sample percents = each.ratios().to(ratio -> 100 * (ratio - 1));
      String change = Formatted.of("%+.1f %%", percents.median().median());
      String note = isNoise(each.ratios().median()) ? "within noise" : change;
      rows.add(row(fullName(each), note, percents));
      description.add(fullName(each) + ": " + change + ".");
    }
    String first = costs.isOneSize() ? name(costs.first()) : "the first of the same size";
    String far =
        costs.others().stream()
            .filter(each -> costs.isOneSize() && !isNear(each)) // of several the table has enough
            .map(each -> fullName(each) + " " + times(each.ratios().median()))
            .collect(Collectors.joining(", "));
    return figure(
        new Caption("difference", "Difference to the first operation", description.toString()),
        "Difference to "
            + first
            + " in percent, round by round, and its 99 % interval."
            + (far.isEmpty() ? "" : " Not drawn: " + far + "."),
        rows,
        Axis.spanning(
            rows.stream().mapToDouble(Row::low).min().orElse(0),
            rows.stream().mapToDouble(Row::high).max().orElse(0),
            MIN_PERCENT),
        "%");
  }

  private static Row row(String name, String note, Sample sample) {
    MedianInterval median = sample.median();
    boolean isThere = Double.isFinite(median.low()); // not with fewer than eight runs
    return new Row(
        label(name),
        note,
        isThere ? median.low() : median.median(),
        median.median(),
        isThere ? median.high() : median.median(),
        sample.values());
  }

  /** Cuts a name at its beginning: the class's own name says more than its packages. */
  private static String label(String name) {
    int excess = name.length() - IntervalPlot.MAX_LABEL;
    return excess <= 0 ? name : "..." + name.substring(excess + 3).replaceFirst("^[.]", "");
  }

  /**
   * Draws rows, and says in the caption how many are beyond the axis. It follows the intervals and
   * not the runs: an interruption may make one run so long that nothing could be seen of the
   * others.
   */
  private static Element figure(
      Caption caption, String text, List<Row> rows, Axis axis, String unit) {
    long beyond =
        rows.stream()
            .flatMap(row -> row.raw().stream())
            .filter(value -> value < axis.from() || value > axis.to())
            .count();
    String more =
        beyond == 1
            ? " One run is beyond the axis and drawn at its end."
            : " " + beyond + " runs are beyond the axis and drawn at its ends.";
    return Element.of(
        "figure",
        Element.of("figcaption", text + (beyond == 0 ? "" : more)),
        IntervalPlot.of(caption, rows, axis, unit));
  }

  static boolean isNoise(MedianInterval ratio) {
    return !ratio.excludesOne() && Double.isFinite(ratio.high());
  }
}
