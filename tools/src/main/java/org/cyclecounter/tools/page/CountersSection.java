// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.tools.doctor.Advice;
import org.cyclecounter.tools.doctor.Doctor;
import org.cyclecounter.tools.svg.Element;
import org.jspecify.annotations.Nullable;

/**
 * Every counter in a table: first the one in use, then those that work, then the others. On a phone
 * each row is a card; its cells have their roles written down, because a browser forgets them then.
 */
final class CountersSection {

  /** A provider may offer thousands; the page says how many more there are. */
  private static final int MAX_BYTES = 70_000;

  private static final List<String> HEAD =
      List.of(
          "Counter",
          "Kind",
          "Scope",
          "Resolution",
          "Cost of a read",
          "Verdict",
          "Reason",
          "Remedy");

  private CountersSection() {}

  static Element of(PageInput input) {
    List<CounterReport> counters =
        input.report().counters().stream()
            .sorted(Comparator.comparing(CounterReport::verdict))
            .toList();
    Element rows = Element.of("tbody").with("role", "rowgroup");
    List<Element> left = SizeBudget.fill(MAX_BYTES, rows, counters, counter -> row(counter, input));
    Element section =
        Frame.section("counters", "Every counter")
            .add(
                Element.of("table")
                    .with("class", "counters")
                    .with("role", "table")
                    .add(Element.of("caption", caption(counters)), head(), rows))
            .add(left);
    if (!input.diagnosis().advice().isEmpty()) {
      section.add(
          Element.of("h3", "What better counters need"), better(input.diagnosis().advice()));
    }
    return section;
  }

  private static String caption(List<CounterReport> counters) {
    long work = counters.stream().filter(one -> one.verdict() != Verdict.REJECTED).count();
    return work
        + " of "
        + Numbers.count(counters.size(), "counter works", "counters work")
        + " here. Resolution is the smallest difference between adjacent readings;"
        + " a dash means unknown.";
  }

  private static Element head() {
    Element row = Element.of("tr").with("role", "row");
    for (String label : HEAD) {
      row.add(Element.of("th", label).with("scope", "col").with("role", "columnheader"));
    }
    return Element.of("thead").with("role", "rowgroup").add(row);
  }

  private static Element row(CounterReport counter, PageInput input) {
    Verdict verdict = counter.verdict();
    Element name =
        Element.of("th")
            .with("scope", "row")
            .with("role", "rowheader")
            .add(PageText.name(counter.name()));
    return Element.of("tr")
        .with("role", "row")
        .add(
            name,
            cell(1, "", Element.of("span", lower(counter.kind().name()))),
            cell(2, "", Element.of("span", lower(counter.scope().name()))),
            cell(3, "number", resolution(counter.measured())),
            cell(4, "number", cost(counter.measured())),
            cell(5, "", badge(verdict)),
            cell(6, "reason", PageText.given(counter.reason())),
            cell(7, "remedy", remedy(counter, input)));
  }

  private static Element cell(int column, String style, @Nullable Element content) {
    Element cell = Element.of("td").with("role", "cell").with("data-label", HEAD.get(column));
    if (content == null) {
      return cell.with("class", style + " none").text("–");
    }
    return (style.isEmpty() ? cell : cell.with("class", style)).add(content);
  }

  private static @Nullable Element resolution(@Nullable Measured measured) {
    if (measured == null) {
      return null;
    }
    OptionalLong inC = measured.differenceInC();
    OptionalLong inJava = measured.differenceFromJava();
    if (inC.isEmpty() && inJava.isEmpty()) {
      return null;
    }
    long first = inC.isPresent() ? inC.getAsLong() : inJava.getAsLong();
    Element text = Element.of("span", Numbers.cycles(first));
    if (inC.isPresent() && inJava.isPresent() && inJava.getAsLong() != first) {
      text.add(Element.of("br")).text(Numbers.integer(inJava.getAsLong()) + " in Java");
    }
    return text;
  }

  private static @Nullable Element cost(@Nullable Measured measured) {
    return measured == null ? null : Element.of("span", Numbers.time(measured.nanosPerRead()));
  }

  private static Element badge(Verdict verdict) {
    return Element.of("span", verdict == Verdict.SELECTED ? "in use" : lower(verdict.name()))
        .with("class", "badge " + lower(verdict.name()));
  }

  private static @Nullable Element remedy(CounterReport counter, PageInput input) {
    return input
        .selected()
        .obstacle(counter.name())
        .map(obstacle -> Doctor.commands(obstacle, input.machine()))
        .filter(commands -> !commands.isEmpty())
        .map(PageText::commands)
        .orElse(null);
  }

  /** Each remedy once, with the counters that it would give. */
  private static Element better(List<Advice> advice) {
    Element list = Element.of("dl").with("class", "better");
    List<Advice> written = new ArrayList<>();
    for (Advice one : advice) {
      if (written.stream().anyMatch(one::hasSameRemedyAs)) {
        continue;
      }
      written.add(one);
      Element names = Element.of("dt");
      String before = "";
      for (Advice other : advice) {
        if (other.hasSameRemedyAs(one)) {
          names.text(before).add(PageText.name(other.counter()));
          before = ", ";
        }
      }
      list.add(
          Element.of("div")
              .add(
                  names,
                  Element.of("dd", "Would give " + one.gives() + "."),
                  Element.of("dd").add(PageText.commands(one.commands())),
                  PageText.quiet("dd", "Costs: " + one.costs() + ".")));
    }
    return list;
  }

  private static String lower(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
