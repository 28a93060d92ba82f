package org.cyclecounter.selector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.SelectionReport;

/** A selection as a table for people: every counter with its reason. */
public final class ReportTable {

  private static final List<String> HEAD =
      List.of("", "counter", "kind", "scope", "precision", "scaling", "read ns", "reason");

  private ReportTable() {}

  /**
   * The lines.
   *
   * @param report the selection
   * @return lines without line ends; the chosen counter is marked with a star
   */
  public static List<String> lines(SelectionReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    report.counters().forEach(counter -> rows.add(row(counter)));
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        line.append(row.get(column)).append(" ".repeat(widths[column] - row.get(column).length()));
        line.append(column == 0 ? " " : "  ");
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%s at %d cycles per second (%s), chosen in %.1f ms",
            report.implementation(),
            report.cyclesPerSecond(),
            report.frequencySource(),
            report.cost().toNanos() / 1e6));
    return lines;
  }

  private static List<String> row(CounterReport counter) {
    Measured measured = counter.measured();
    boolean rejected = counter.verdict() == Verdict.REJECTED;
    return List.of(
        counter.verdict() == Verdict.SELECTED ? "*" : "",
        counter.name(),
        counter.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        counter.scope().name().toLowerCase(Locale.ROOT),
        rejected ? "-" : Long.toString(counter.precision()),
        counter.scaling() == 0 ? "-" : String.format(Locale.ROOT, "%.6f", counter.scaling()),
        measured == null ? "-" : String.format(Locale.ROOT, "%.1f", measured.nanosPerRead()),
        (rejected ? "rejected: " : "") + counter.reason());
  }
}
