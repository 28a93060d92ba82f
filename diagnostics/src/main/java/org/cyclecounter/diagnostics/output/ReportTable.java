// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.report.KnownCounters;
import org.cyclecounter.selector.support.ProviderText;
import org.jspecify.annotations.Nullable;

/**
 * A selection as a table for people: a row for each counter, the selected one's with a star, and
 * below the rows each reason once, under the names of the counters that share it.
 */
public final class ReportTable {

  /** With the longest of our names and units 80 columns are full. */
  private static final List<String> HEAD =
      List.of("", "counter", "kind", "scope", "precision", "scaling", "read ns", "counts");

  /** The column of names, which providers choose: it alone may be too wide. */
  private static final int NAME = 1;

  private static final int FIRST_NUMBER = 4;
  private static final int INDENT = 2;

  /** The most characters of a reason: some lines of a terminal. JSON has the whole. */
  private static final int MAX_REASON = 1000;

  private ReportTable() {}

  /**
   * Returns the table in lines of at most 80 columns, without line ends.
   *
   * @param all true for the counters of other operating systems, too, and the names of those of
   *     other processors
   */
  public static List<String> lines(Selected selected, boolean all) {
    Predicate<CounterReport> isOther = counter -> selected.isOfAnotherSystem(counter.name());
    long others = selected.report().counters().stream().filter(isOther).count();
    String hidden =
        all || others == 0
            ? ""
            : others == 1
                ? "1 counter of another system is not shown: list --all"
                : others + " counters of other systems are not shown: list --all";
    return lines(selected, counter -> all || !isOther.test(counter), hidden, all);
  }

  /** Returns the table of the counters of one name. */
  public static List<String> lines(Selected selected, String name) {
    return lines(selected, counter -> counter.name().equals(name), "", false);
  }

  private static List<String> lines(
      Selected selected, Predicate<CounterReport> isShown, String hidden, boolean hasElsewhere) {
    SelectionReport report = selected.report();
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    List<Obstacle> obstacles = new ArrayList<>();
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (CounterReport counter : report.counters().stream().filter(isShown).toList()) {
      rows.add(row(counter, selected.counted(counter.name()).orElse(null)));
      String prefix = counter.verdict() == Verdict.REJECTED ? "rejected: " : "";
      names
          .computeIfAbsent(prefix + reason(counter), reason -> new ArrayList<>())
          .add(name(counter));
      selected.obstacle(counter.name()).ifPresent(obstacles::add);
    }
    if (hasElsewhere) {
      Set<String> listed =
          report.counters().stream().map(CounterReport::name).collect(Collectors.toSet());
      for (String name : KnownCounters.elsewhere(listed)) {
        String reason = "not here: " + KnownCounters.elsewhere(name);
        names.computeIfAbsent(reason, one -> new ArrayList<>()).add(name);
      }
    }
    List<String> lines = TextTable.table(rows, NAME, FIRST_NUMBER);
    lines.add("");
    names.forEach(
        (reason, counters) -> {
          lines.addAll(TextTable.paragraph(String.join(", ", counters), 0));
          lines.addAll(TextTable.paragraph(reason, INDENT));
        });
    lines.add("");
    List<String> conclusion = new ArrayList<>(FaqPointer.to(obstacles));
    conclusion.add(
        Formatted.of(
            "%s at %d cycles per second (%s)",
            report.implementation(), report.cyclesPerSecond(), report.frequencySource()));
    conclusion.add(hidden);
    conclusion.add(Formatted.of("selected in %.1f ms", report.cost().toNanos() / 1e6));
    conclusion.forEach(line -> lines.addAll(TextTable.paragraph(line, 0)));
    return lines;
  }

  private static List<String> row(CounterReport counter, @Nullable Counted counted) {
    Measured measured = counter.measured();
    return List.of(
        counter.verdict() == Verdict.SELECTED ? "*" : "",
        name(counter),
        counter.kind() == CounterKind.FIXED_RESOLUTION ? "fixed" : Formatted.word(counter.kind()),
        Formatted.word(counter.scope()),
        counter.verdict() == Verdict.REJECTED ? "rejected" : Long.toString(counter.precision()),
        counter.scaling() == 0 ? "-" : Formatted.of("%.6f", counter.scaling()),
        measured == null ? "-" : Formatted.of("%.1f", measured.nanosPerRead()),
        counted == null ? "-" : Formatted.word(counted));
  }

  /** Makes one word of a name: a rejected one may be anything. */
  private static String name(CounterReport counter) {
    return Formatted.word(ProviderText.shorten(counter.name()));
  }

  /** Returns a counter's reason as a terminal shows it: on one line, and cut if it is long. */
  public static String reason(CounterReport counter) {
    return ProviderText.shorten(counter.reason().strip(), MAX_REASON);
  }
}
