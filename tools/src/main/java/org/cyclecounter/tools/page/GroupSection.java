// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.tools.svg.Axis;
import org.cyclecounter.tools.svg.Caption;
import org.cyclecounter.tools.svg.Element;
import org.cyclecounter.tools.svg.IntervalPlot;

/** What the operations on so many bytes cost: two pictures, and all numbers in a table. */
record GroupSection(Group group, int number) {

  /** A difference of less is not drawn larger than it is. */
  private static final double MIN_PERCENT = 5;

  /** An axis reaches so much further than the intervals. */
  private static final double ROOM = 1.5;

  private static final int LABEL = 26;
  private static final int MAX_NAME = 200;

  Element element() {
    Element pictures = Element.of("div").with("class", "pictures").add(costs());
    if (group.subjects().size() > 1) {
      pictures.add(differences());
    }
    return Frame.section("group-" + number, heading()).add(pictures, table());
  }

  private String heading() {
    return group.bytes() == 0
        ? "Cost of an operation"
        : String.format(Locale.ROOT, "Cost of an operation on %,d bytes", group.bytes());
  }

  private int runs() {
    return group.subjects().get(0).timings().size();
  }

  private Element costs() {
    List<IntervalPlot.Row> rows = new ArrayList<>();
    StringBuilder description = new StringBuilder();
    double max = 0;
    for (int i = 0; i < group.subjects().size(); i++) {
      MedianInterval cost = group.cost(i);
      String name = group.subjects().get(i).name();
      double[] values = group.values(i);
      max = Math.max(max, cost.high());
      rows.add(row(name, (i == 0 ? "" : times(i) + ", ") + runs() + " runs", cost, values));
      description.append(
          String.format(
              Locale.ROOT,
              "%s: %s %s, interval %s. ",
              PageText.cut(name, MAX_NAME),
              Numbers.cost(cost.median()),
              group.unit(),
              Numbers.costs(cost)));
    }
    Caption caption =
        new Caption("cost-" + number, "Median of the runs", description.toString().strip());
    Axis axis = Axis.fromZero(ROOM * max);
    return figure(
        "Median of the runs and its 99 % interval, from zero; each run is a point behind it."
            + beyond(rows, axis),
        IntervalPlot.of(caption, rows, axis, group.unit()));
  }

  private String times(int subject) {
    MedianInterval ratio = group.ratio(subject);
    return Double.isNaN(ratio.median()) ? "no ratio" : Numbers.cost(ratio.median()) + " x";
  }

  private Element differences() {
    List<IntervalPlot.Row> rows = new ArrayList<>();
    StringBuilder description = new StringBuilder();
    double max = 0;
    for (int i = 1; i < group.subjects().size(); i++) {
      MedianInterval ratio = group.ratio(i);
      if (Double.isNaN(ratio.median())) {
        continue;
      }
      String name = group.subjects().get(i).name();
      double[] percents = Arrays.stream(group.ratios(i)).map(GroupSection::percent).toArray();
      MedianInterval percent =
          new MedianInterval(percent(ratio.low()), percent(ratio.median()), percent(ratio.high()));
      max = Math.max(max, Math.max(Math.abs(percent.low()), Math.abs(percent.high())));
      String change = String.format(Locale.ROOT, "%+.1f %%", percent.median());
      rows.add(row(name, ratio.excludesOne() ? change : "within noise", percent, percents));
      description.append(PageText.cut(name, MAX_NAME)).append(": ").append(change).append(". ");
    }
    Caption caption =
        new Caption(
            "difference-" + number,
            "Difference to the first operation",
            rows.isEmpty() ? "No ratio was measured." : description.toString().strip());
    Axis axis = Axis.aroundZero(ROOM * max, MIN_PERCENT);
    return figure(
        "Difference to "
            + PageText.cut(group.subjects().get(0).name(), MAX_NAME)
            + " in percent, round by round, and its 99 % interval."
            + beyond(rows, axis),
        IntervalPlot.of(caption, rows, axis, "%"));
  }

  /** An interruption may make one run so long that nothing could be seen of the others. */
  private static String beyond(List<IntervalPlot.Row> rows, Axis axis) {
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

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  private static IntervalPlot.Row row(
      String name, String note, MedianInterval interval, double... values) {
    String label = name.length() <= LABEL ? name : "..." + end(name);
    return new IntervalPlot.Row(
        label,
        note,
        interval.low(),
        interval.median(),
        interval.high(),
        Arrays.stream(values).boxed().toList());
  }

  /** The class's own name says more than its packages. */
  private static String end(String name) {
    String end = name.substring(name.length() - LABEL + 3);
    return end.startsWith(".") ? end.substring(1) : end;
  }

  private static Element figure(String caption, Element plot) {
    return Element.of("figure").add(Element.of("figcaption", caption), plot);
  }

  private Element table() {
    Element head = Element.of("tr");
    for (String cell : new String[] {"Operation", "Runs", "Median", "99 % interval", "Time"}) {
      head.add(column(cell));
    }
    boolean several = group.subjects().size() > 1;
    if (several) {
      head.add(column("Ratio to the first"), column("99 % interval of the ratio"));
    }
    Element body = Element.of("tbody");
    for (int i = 0; i < group.subjects().size(); i++) {
      MedianInterval cost = group.cost(i);
      Element row =
          Element.of("tr")
              .add(
                  Element.of("th")
                      .with("scope", "row")
                      .with("class", "name")
                      .text(PageText.cut(group.subjects().get(i).name(), MAX_NAME)),
                  cell("Runs", Integer.toString(runs())),
                  cell("Median", Numbers.cost(cost.median()) + " " + group.unit()),
                  cell("99 % interval", Numbers.costs(cost)),
                  cell("Time", Numbers.cost(group.nanoseconds(i).median()) + " ns"));
      if (several) {
        MedianInterval ratio = group.ratio(i);
        row.add(
            cell("Ratio to the first", i == 0 ? "1" : Numbers.ratio(ratio.median())),
            cell("Its 99 % interval", i == 0 ? "the first" : verdict(ratio)));
      }
      body.add(row);
    }
    return Element.of("table")
        .with("class", "counters costs")
        .add(
            Element.of("caption", "Per operation; the interval holds the true median in 99 %."),
            Element.of("thead").add(head),
            body);
  }

  private static String verdict(MedianInterval ratio) {
    return Double.isNaN(ratio.median())
        ? "unknown"
        : Numbers.ratios(ratio) + (ratio.excludesOne() ? "" : ", within noise");
  }

  private static Element column(String text) {
    return Element.of("th", text).with("scope", "col");
  }

  private static Element cell(String label, String text) {
    return Element.of("td", text).with("data-label", label);
  }
}
