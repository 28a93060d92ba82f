// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Caption;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.IntervalPlot;
import org.cyclecounter.tools.svg.IntervalPlot.Row;
import org.cyclecounter.tools.text.Formatted;

/**
 * The costs of the operations on so many bytes: two pictures, and all numbers in a table.
 *
 * <p>The first picture starts at zero, so that lengths can be compared; where differences are too
 * small for that, the second shows them alone, around zero.
 *
 * @param group the operations
 * @param number of the group on its page, from 1, for the elements' ids
 */
record GroupSection(Group group, int number) {

  /** The least reach of the axis in percent: noise is not drawn large. */
  private static final double MIN_PERCENT = 5;

  /** Characters of a label, which stands above its interval with a note at the right. */
  private static final int LABEL = 26;

  /** Characters of a name in the table: a class's name may be of any length. */
  private static final int MAX_NAME = 200;

  /** The columns of the table: the last two compare, where there is something to compare. */
  private static final List<String> COLUMNS =
      List.of(
          "Operation",
          "Runs",
          "Median",
          "99 % interval",
          "Smallest",
          "Stabilised quartiles",
          "Per byte",
          "Time",
          "Ratio to the first",
          "99 % interval of the ratio");

  Element element() {
    Element section = Frame.section("group-" + number, heading());
    if (isComparison()) { // a single dot says less than the table
      section.add(Element.styled("div", "pictures").add(costs(), differences()));
    }
    return section.add(table());
  }

  private boolean isComparison() {
    return group.subjects().size() > 1;
  }

  private String heading() {
    return group.bytes() == 0
        ? "Cost of an operation"
        : Formatted.of("Cost of an operation on %,d bytes", group.bytes());
  }

  /** Says how many runs count, and how many were disturbed. */
  private String runs(int subject) {
    MeasuredOperation runs = group.subjects().get(subject);
    int counted = runs.counted().size();
    return runs.disturbed() == 0
        ? Integer.toString(counted)
        : runs.disturbed() == counted
            ? counted + ", all disturbed"
            : counted + " of " + runs.timings().size() + ", the others disturbed";
  }

  private String name(int subject) {
    return PageText.cut(group.subjects().get(subject).name(), MAX_NAME);
  }

  /**
   * Draws what each operation costs. The description has all numbers: a screen reader reads it
   * instead.
   */
  private Element costs() {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    for (int i = 0; i < group.subjects().size(); i++) {
      MedianInterval cost = group.cost(i);
      String times = i == 0 ? "" : times(group.ratio(i)) + ", ";
      rows.add(row(i, times + group.values(i).length + " runs", cost, group.values(i)));
      description.add(
          Formatted.of(
              "%s: %s %s, interval %s.",
              name(i), Numbers.cost(cost.median()), group.unit(), Numbers.costs(cost)));
    }
    return figure(
        new Caption("cost-" + number, "Median of the runs", description.toString()),
        "Median of the runs and its 99 % interval, from zero; each run is a point behind it.",
        rows,
        largest(rows) > 0 ? Axis.spanning(0, largest(rows), 0) : Axis.fromZero(1),
        group.unit());
  }

  private static String times(MedianInterval ratio) {
    return Double.isNaN(ratio.median()) ? "no ratio" : Numbers.cost(ratio.median()) + " x";
  }

  /**
   * Draws by how much each of the others differs from the first. A ratio that may as well be 1 is
   * called noise and gets no number, which would be quoted.
   */
  private Element differences() {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ").setEmptyValue("No ratio was measured.");
    for (int i = 1; i < group.subjects().size(); i++) {
      MedianInterval ratio = group.ratio(i);
      if (!Double.isNaN(ratio.median())) {
        double[] percents = Arrays.stream(group.ratios(i)).map(GroupSection::percent).toArray();
        MedianInterval percent =
            new MedianInterval(
                percent(ratio.low()), percent(ratio.median()), percent(ratio.high()));
        String change = Formatted.of("%+.1f %%", percent.median());
        rows.add(row(i, isNoise(ratio) ? "within noise" : change, percent, percents));
        description.add(name(i) + ": " + change + ".");
      }
    }
    return figure(
        new Caption(
            "difference-" + number, "Difference to the first operation", description.toString()),
        "Difference to " + name(0) + " in percent, round by round, and its 99 % interval.",
        rows,
        Axis.spanning(
            rows.stream().mapToDouble(Row::low).min().orElse(0),
            rows.stream().mapToDouble(Row::high).max().orElse(0),
            MIN_PERCENT),
        "%");
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  private Row row(int subject, String note, MedianInterval interval, double... values) {
    boolean isThere = Double.isFinite(interval.low()); // not with fewer than eight runs
    return new Row(
        label(group.subjects().get(subject).name()),
        note,
        isThere ? interval.low() : interval.median(),
        interval.median(),
        isThere ? interval.high() : interval.median(),
        Arrays.stream(values).boxed().toList());
  }

  /** Cuts a name at its beginning: the class's own name says more than its packages. */
  private static String label(String name) {
    return name.length() <= LABEL
        ? name
        : "..." + name.substring(name.length() - LABEL + 3).replaceFirst("^[.]", "");
  }

  private static double largest(List<Row> rows) {
    return rows.stream()
        .mapToDouble(row -> Math.max(Math.abs(row.low()), Math.abs(row.high())))
        .max()
        .orElse(0);
  }

  private static Element figure(
      Caption caption, String text, List<Row> rows, Axis axis, String unit) {
    return Element.of("figure")
        .add(
            Element.of("figcaption", text + beyond(rows, axis)),
            IntervalPlot.of(caption, rows, axis, unit));
  }

  /**
   * Says how many runs are beyond the axis. It follows the intervals and not the runs: an
   * interruption may make one run so long that nothing could be seen of the others.
   */
  private static String beyond(List<Row> rows, Axis axis) {
    long beyond =
        rows.stream()
            .flatMap(row -> row.raw().stream())
            .filter(value -> value < axis.from() || value > axis.to())
            .count();
    return beyond == 0
        ? ""
        : beyond == 1
            ? " One run is beyond the axis and drawn at its end."
            : " " + beyond + " runs are beyond the axis and drawn at its ends.";
  }

  private Element table() {
    Element body = Element.of("tbody");
    for (int i = 0; i < group.subjects().size(); i++) {
      MedianInterval cost = group.cost(i);
      Element row =
          Element.of("tr")
              .add(
                  Element.styled("th", "name", name(i)).with("scope", "row"),
                  cell("Runs", runs(i)),
                  cell("Median", Numbers.cost(cost.median()) + " " + group.unit()),
                  cell("99 % interval", Numbers.costs(cost)),
                  cell("Smallest", Numbers.cost(Arrays.stream(group.values(i)).min().orElse(0))),
                  cell("Stabilised quartiles", quartiles(group.quartiles(i))),
                  cell("Per byte", perByte(cost)),
                  cell("Time", time(i)));
      if (isComparison()) {
        MedianInterval ratio = group.ratio(i);
        row.add(
            cell("Ratio to the first", i == 0 ? "1" : Numbers.ratio(ratio.median())),
            cell("Its 99 % interval", i == 0 ? "the first" : verdict(ratio)));
      }
      body.add(row);
    }
    return Element.styled("table", "counters costs")
        .add(
            Element.of(
                "caption",
                "Costs of one operation. The true median lies within the interval with a"
                    + " probability of 99 %."),
            PageText.head(COLUMNS.subList(0, isComparison() ? 10 : 8)),
            body);
  }

  private String perByte(MedianInterval cost) {
    return group.bytes() == 0
        ? "-"
        : Formatted.of("%.3f %s", cost.median() / group.bytes(), group.unit());
  }

  private String time(int subject) {
    return Numbers.cost(group.subjects().get(subject).nanoseconds().median()) + " ns";
  }

  private static String quartiles(StabilizedQuartiles quartiles) {
    return Numbers.cost(quartiles.first())
        + ", "
        + Numbers.cost(quartiles.second())
        + ", "
        + Numbers.cost(quartiles.third());
  }

  private static String verdict(MedianInterval ratio) {
    return Double.isNaN(ratio.median())
        ? "unknown"
        : Numbers.ratios(ratio) + (isNoise(ratio) ? ", within noise" : "");
  }

  private static boolean isNoise(MedianInterval ratio) {
    return !ratio.excludesOne() && Double.isFinite(ratio.high());
  }

  private static Element cell(String label, String text) {
    return Element.of("td", text).with("data-label", label);
  }
}
