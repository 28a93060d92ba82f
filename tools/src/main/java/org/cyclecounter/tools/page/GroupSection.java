// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.tools.page.Group.Member;
import org.cyclecounter.tools.page.Group.Sample;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Caption;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.IntervalPlot;
import org.cyclecounter.tools.svg.IntervalPlot.Row;
import org.cyclecounter.tools.text.Formatted;

/**
 * The costs of the operations on the same number of bytes: two pictures, and all numbers in a
 * table.
 *
 * <p>The first picture starts at zero, so that lengths can be compared; where differences are too
 * small for that, the second shows them alone, around zero.
 *
 * @param number of the group on its page, from 1, for the elements' ids
 */
record GroupSection(Group group, int number) {

  /** The least reach of the axis in percent: noise is not drawn large. */
  private static final double MIN_PERCENT = 5;

  /** Characters of a label, which stands above its interval with a note at the right. */
  private static final int LABEL = 26;

  /** Characters of a name in the table: a class's name may be of any length. */
  private static final int MAX_NAME = 200;

  Element element() {
    String bytes = group.bytes() == 0 ? "" : Formatted.of(" on %,d bytes", group.bytes());
    Element section = Frame.section("group-" + number, "Cost of an operation" + bytes);
    if (!group.others().isEmpty()) { // a single dot says less than the table
      section.add(Element.styled("div", "pictures", costs(), differences()));
    }
    return section.add(table());
  }

  private static String name(Member member) {
    return PageText.cut(member.operation().name(), MAX_NAME);
  }

  /**
   * Draws what each operation costs. The description has all numbers: a screen reader reads it
   * instead.
   */
  private Element costs() {
    List<Row> rows = new ArrayList<>();
    StringJoiner description = new StringJoiner(" ");
    double largest = 0;
    for (Member each : group.members()) {
      Sample cost = each.cost();
      String times = each.equals(group.first()) ? "" : times(each.ratio().median()) + ", ";
      Row row = row(each, times + cost.values().size() + " runs", cost);
      rows.add(row);
      largest = Math.max(largest, Math.max(Math.abs(row.low()), Math.abs(row.high())));
      String interval = Numbers.costs(cost.median());
      description.add(Formatted.of("%s: %s, interval %s.", name(each), median(each), interval));
    }
    return figure(
        new Caption("cost-" + number, "Median of the runs", description.toString()),
        "Median of the runs and its 99 % interval, from zero; each run is a point behind it.",
        rows,
        Axis.spanning(0, largest > 0 ? largest : 1, 0),
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
    for (Member each : group.others()) {
      Sample percents =
          Sample.of(Arrays.stream(each.ratio().array()).map(r -> 100 * (r - 1)).toArray());
      if (!Double.isNaN(percents.median().median())) {
        String change = Formatted.of("%+.1f %%", percents.median().median());
        rows.add(row(each, isNoise(each.ratio().median()) ? "within noise" : change, percents));
        description.add(name(each) + ": " + change + ".");
      }
    }
    return figure(
        new Caption(
            "difference-" + number, "Difference to the first operation", description.toString()),
        "Difference to "
            + name(group.first())
            + " in percent, round by round, and its 99 % interval.",
        rows,
        Axis.spanning(
            rows.stream().mapToDouble(Row::low).min().orElse(0),
            rows.stream().mapToDouble(Row::high).max().orElse(0),
            MIN_PERCENT),
        "%");
  }

  private static Row row(Member member, String note, Sample sample) {
    MedianInterval median = sample.median();
    boolean isThere = Double.isFinite(median.low()); // not with fewer than eight runs
    return new Row(
        label(member.operation().name()),
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
   * Makes a figure that says how many runs are beyond the axis. It follows the intervals and not
   * the runs: an interruption may make one run so long that nothing could be seen of the others.
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

  private Element table() {
    Table<Member> table =
        new Table<Member>("counters costs")
            .column("Operation", "name", GroupSection::name)
            .column("Runs", "", GroupSection::runs)
            .column("Median", "", this::median)
            .column("99 % interval", "", each -> Numbers.costs(each.cost().median()))
            .column(
                "Smallest",
                "",
                each -> Numbers.cost(Arrays.stream(each.cost().array()).min().orElse(0)))
            .column("Stabilised quartiles", "", GroupSection::quartiles)
            .column("Per byte", "", this::perByte)
            .column(
                "Time", "", each -> Numbers.cost(each.operation().nanoseconds().median()) + " ns");
    if (!group.others().isEmpty()) {
      table
          .column("Ratio to the first", "", this::ratio)
          .column("99 % interval of the ratio", "", this::verdict);
    }
    String caption =
        "Costs of one operation. The true median lies within the interval with a probability of"
            + " 99 %.";
    List<Element> rows = group.members().stream().map(table::row).toList();
    return table.of(rows, Element.of("caption", caption));
  }

  /** Says how many runs count, and how many were disturbed. */
  private static String runs(Member member) {
    MeasuredOperation operation = member.operation();
    int counted = member.cost().values().size();
    return operation.disturbed() == 0
        ? Integer.toString(counted)
        : operation.disturbed() == counted
            ? counted + ", all disturbed"
            : counted + " of " + operation.timings().size() + ", the others disturbed";
  }

  private String median(Member member) {
    return Numbers.cost(member.cost().median().median()) + " " + group.unit();
  }

  private static String quartiles(Member member) {
    StabilizedQuartiles quartiles = StabilizedQuartiles.of(member.cost().array());
    return Stream.of(quartiles.first(), quartiles.second(), quartiles.third())
        .map(Numbers::cost)
        .collect(Collectors.joining(", "));
  }

  private String perByte(Member member) {
    double cost = member.cost().median().median();
    return group.bytes() == 0 ? "-" : Formatted.of("%.3f %s", cost / group.bytes(), group.unit());
  }

  private String ratio(Member member) {
    return member.equals(group.first()) ? "1" : Numbers.ratio(member.ratio().median().median());
  }

  private String verdict(Member member) {
    MedianInterval ratio = member.ratio().median();
    return member.equals(group.first())
        ? "the first"
        : Double.isNaN(ratio.median())
            ? "unknown"
            : Numbers.ratios(ratio) + (isNoise(ratio) ? ", within noise" : "");
  }

  private static boolean isNoise(MedianInterval ratio) {
    return !ratio.excludesOne() && Double.isFinite(ratio.high());
  }
}
