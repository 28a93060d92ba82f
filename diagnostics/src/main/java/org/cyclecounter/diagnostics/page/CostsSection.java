// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.diagnostics.page.Group.Member;
import org.cyclecounter.diagnostics.page.Group.Sample;
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
 *
 * @param groups of operations, which are compared within a group
 */
record CostsSection(Groups groups) {

  /** The least reach of the axis in percent: noise is not drawn large. */
  private static final double MIN_PERCENT = 5;

  /** Costs that differ by more are drawn on a logarithmic axis. */
  private static final double MAX_LINEAR = 20;

  /** An operation that costs so many times the first is none to tell it from. */
  private static final double MAX_DIFFERENCE = 2;

  /** Characters of a label, which stands above its interval with a note at the right. */
  private static final int LABEL = 26;

  /** Characters of a name in the table: a class's name may be of any length. */
  private static final int MAX_NAME = 200;

  private static final int KIB = 1024;

  Element element() {
    Element section = PageFrame.section("costs", "Cost of an operation");
    if (groups.members().size() > 1) { // a single dot says less than the table
      Element pictures = Element.styled("div", "pictures", costs());
      List<Member> near = groups.others().stream().filter(CostsSection::isNear).toList();
      section.add(near.isEmpty() ? pictures : pictures.add(differences(near)));
    }
    return section.add(new CostsTable(groups).element());
  }

  private static boolean isNear(Member member) {
    double ratio = member.ratio().median().median();
    return ratio <= MAX_DIFFERENCE && ratio >= 1 / MAX_DIFFERENCE;
  }

  static String name(Member member) {
    return PageText.cut(member.operation().name(), MAX_NAME);
  }

  /** Returns the name, with the size if operations differ in it. */
  private String fullName(Member member) {
    return name(member) + (groups.isOne() ? "" : ", " + size(member.operation().bytes()));
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
  private Element costs() {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    for (Member each : groups.members()) {
      Sample cost = groups.isPerByte() ? perByte(each) : each.cost();
      boolean hasRatio = groups.isOne() && !groups.isFirst(each);
      String times = hasRatio ? times(each.ratio().median()) + ", " : "";
      rows.add(row(fullName(each), times + cost.values().size() + " runs", cost));
      String median = Numbers.cost(cost.median().median()) + " " + groups.unit();
      String interval = Numbers.costs(cost.median());
      description.add(Formatted.of("%s: %s, interval %s.", fullName(each), median, interval));
    }
    Axis axis = axis(rows);
    String text =
        Formatted.of(
            "Median of the runs%s and its 99 %% interval, %s; each run is a point behind it.",
            groups.isPerByte() ? ", per byte," : "",
            axis.isLogarithmic() ? "on a logarithmic axis" : "from zero");
    String nothing =
        axis.isLogarithmic()
            ? rows.stream()
                .filter(row -> !(row.middle() > 0))
                .map(row -> " " + row.label() + " costs nothing: it is drawn at the beginning.")
                .collect(Collectors.joining())
            : "";
    return figure(
        new Caption("cost", "Median of the runs", description.toString()),
        text + nothing,
        rows,
        axis,
        groups.unit() + (groups.isPerByte() ? " per byte" : ""));
  }

  private static Axis axis(List<Row> rows) {
    double largest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double low = Double.POSITIVE_INFINITY;
    for (Row row : rows) {
      largest = Math.max(largest, Math.max(Math.abs(row.low()), Math.abs(row.high())));
      smallest = row.middle() > 0 ? Math.min(smallest, row.middle()) : smallest;
      low = row.low() > 0 ? Math.min(low, row.low()) : low;
    }
    return largest > MAX_LINEAR * smallest
        ? Axis.logarithmic(Math.min(low, smallest), largest)
        : Axis.spanning(0, largest > 0 ? largest : 1, 0);
  }

  static Sample perByte(Member member) {
    long bytes = member.operation().bytes();
    return Sample.of(Arrays.stream(member.cost().array()).map(cost -> cost / bytes).toArray());
  }

  private static String times(MedianInterval ratio) {
    return Double.isNaN(ratio.median()) ? "no ratio" : Numbers.cost(ratio.median()) + " x";
  }

  /**
   * Draws by how much each of the others differs from the first. A ratio that may as well be 1 is
   * called noise and gets no number, which would be quoted.
   */
  private Element differences(List<Member> near) {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    for (Member each : near) {
      Sample percents =
          Sample.of(Arrays.stream(each.ratio().array()).map(r -> 100 * (r - 1)).toArray());
      String change = Formatted.of("%+.1f %%", percents.median().median());
      String note = isNoise(each.ratio().median()) ? "within noise" : change;
      rows.add(row(fullName(each), note, percents));
      description.add(fullName(each) + ": " + change + ".");
    }
    String first = groups.isOne() ? name(groups.first()) : "the first of the same size";
    String far =
        groups.others().stream()
            .filter(each -> groups.isOne() && !isNear(each)) // of several the table has enough
            .map(each -> fullName(each) + " " + times(each.ratio().median()))
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
    return name.length() <= LABEL
        ? name
        : "..." + name.substring(name.length() - LABEL + 3).replaceFirst("^[.]", "");
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
