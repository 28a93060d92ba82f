// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.diagnostics.doctor.Advice;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.svg.Element;
import org.cyclecounter.diagnostics.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Every counter in a table: first the one in use, then those that work, then the others. On a phone
 * each row is a card; its cells have their roles written down, because a browser forgets them then.
 *
 * <p>With {@code display: block}, by which rows become cards, browsers drop a table's semantics,
 * and a screen reader would read loose words: hence the roles. The label of a cell is in {@code
 * data-label}, which the style sheet shows before it.
 */
final class CountersSection {

  /** Size of the table: a provider may offer thousands; the page says how many more there are. */
  private static final int MAX_BYTES = 70_000;

  private CountersSection() {}

  static Element of(SelectionSnapshot input) {
    List<CounterReport> counters =
        input.report().counters().stream()
            .sorted(Comparator.comparing(CounterReport::verdict))
            .toList();
    Table<CounterReport> table =
        new Table<CounterReport>("counters")
            .column("Counter", "", counter -> PageElements.name(counter.name()))
            .column("Kind", "", counter -> Element.of("span", Formatted.word(counter.kind())))
            .column("Scope", "", counter -> Element.of("span", Formatted.word(counter.scope())))
            .column("Resolution", "number", counter -> resolution(counter.measured()))
            .column("Cost of a read", "number", counter -> cost(counter.measured()))
            .column("Verdict", "", counter -> badge(counter.verdict()))
            .column("Reason", "reason", counter -> PageElements.given(counter.reason()))
            .column("Remedy", "remedy", counter -> remedy(counter, input));
    List<Element> rows = new ArrayList<>();
    List<Element> left = SizeBudget.fill(MAX_BYTES, rows, counters, table::row);
    long all = counters.stream().filter(counter -> counter.verdict() != Verdict.REJECTED).count();
    int working = (int) Math.min(all, rows.size());
    return PageFrame.section(
        "counters",
        "Every counter",
        table.of(rows.subList(0, working), Element.of("caption", caption(counters))),
        rejected(table, rows.subList(working, rows.size())),
        left,
        PageElements.list(
            "What better counters need", "dl", "better", better(input.diagnosis().advice())));
  }

  /** Folds the others: they are many, and the pictures are below. */
  private static List<Element> rejected(Table<CounterReport> table, List<Element> rows) {
    String heading = RoundedNumbers.count(rows.size(), "rejected counter", "rejected counters");
    return rows.isEmpty()
        ? List.of()
        : List.of(
            Element.of(
                "details",
                Element.of("summary", heading),
                table.of(rows, Element.of("caption", "Why each does not work here."))));
  }

  private static String caption(List<CounterReport> counters) {
    return Formatted.of(
        "%d of %s here. Resolution is the smallest difference between adjacent readings; a dash"
            + " means unknown.",
        counters.stream().filter(counter -> counter.verdict() != Verdict.REJECTED).count(),
        RoundedNumbers.count(counters.size(), "counter works", "counters work"));
  }

  /** Shows the smallest difference in C, and that from Java where it is another. */
  private static @Nullable Element resolution(@Nullable Measured measured) {
    OptionalLong inC = measured == null ? OptionalLong.empty() : measured.differenceInC();
    OptionalLong inJava = measured == null ? OptionalLong.empty() : measured.differenceFromJava();
    if (inC.isEmpty()) {
      return inJava.isEmpty()
          ? null
          : Element.of("span", RoundedNumbers.cycles(inJava.getAsLong(), "cycles"));
    }
    Element text = Element.of("span", RoundedNumbers.cycles(inC.getAsLong(), "cycles"));
    return inJava.isEmpty() || inJava.equals(inC)
        ? text
        : text.add(Element.of("br"), RoundedNumbers.integer(inJava.getAsLong()), " in Java");
  }

  private static @Nullable Element cost(@Nullable Measured measured) {
    return measured == null
        ? null
        : Element.of("span", RoundedNumbers.time(measured.nanosPerRead()));
  }

  private static Element badge(Verdict verdict) {
    String word = Formatted.word(verdict);
    return Element.styled("span", "badge " + word, verdict == Verdict.SELECTED ? "in use" : word);
  }

  private static @Nullable Element remedy(CounterReport counter, SelectionSnapshot input) {
    return input
        .selected()
        .obstacle(counter.name())
        .map(obstacle -> Doctor.commands(obstacle, input.machine()))
        .filter(commands -> !commands.isEmpty())
        .map(PageElements::commands)
        .orElse(null);
  }

  /** Lists each remedy once, with the counters that it would give. */
  private static List<Element> better(List<Advice> all) {
    return all.stream()
        .collect(Collectors.groupingBy(Advice::need, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(CountersSection::remedy)
        .toList();
  }

  private static Element remedy(List<Advice> same) {
    Advice first = same.get(0);
    Element names = Element.of("dt", PageElements.name(first.counter()));
    same.stream().skip(1).forEach(other -> names.add(", ", PageElements.name(other.counter())));
    return Element.of(
        "div",
        names,
        Element.of("dd", "Would give " + first.benefit() + "."),
        Element.of("dd", PageElements.commands(first.remedy().commands())),
        PageElements.quiet("dd", "Costs: " + first.remedy().costs() + "."));
  }
}
