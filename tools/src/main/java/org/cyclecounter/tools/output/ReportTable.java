// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * A selection as a table for people: a row for each counter, and below the rows each reason once,
 * under the names of the counters that share it.
 *
 * @param rows the head and the counters; cells are padded, the selected counter's first one is a
 *     star
 * @param notes the reasons
 * @param conclusion where the FAQ explains the obstacles, the selected counter with the frequency,
 *     and what the selection took
 */
public record ReportTable(List<List<String>> rows, List<Note> notes, List<String> conclusion) {

  public static final int COLUMNS = 80;

  public static final int INDENT = 2;

  /** The column with the counters' names, the only one that has no largest width. */
  private static final int NAME = 1;

  private static final List<String> HEAD =
      List.of("", "counter", "kind", "scope", "precision", "scaling", "read ns");

  /** A longer reason is cut: a terminal has no more than some lines for it. */
  private static final int MAX_REASON = 1000;

  /** From here on the columns hold numbers, which are aligned to the right. */
  private static final int FIRST_NUMBER = 4;

  /**
   * A reason and whose it is.
   *
   * @param counters their names, with commas between
   * @param reason what follows {@code rejected: } for a rejected one
   */
  public record Note(String counters, String reason) {}

  public static ReportTable of(
      SelectionReport report, Function<String, Optional<Obstacle>> obstacle) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    List<Obstacle> obstacles = new ArrayList<>();
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (CounterReport counter : report.counters()) {
      rows.add(row(counter));
      names.computeIfAbsent(reason(counter), reason -> new ArrayList<>()).add(name(counter));
      obstacle.apply(counter.name()).ifPresent(obstacles::add);
    }
    List<Note> notes = new ArrayList<>();
    names.forEach((reason, list) -> notes.add(new Note(String.join(", ", list), reason)));
    List<String> conclusion = new ArrayList<>(FaqPointer.to(obstacles));
    conclusion.add(
        String.format(
            Locale.ROOT,
            "%s at %d cycles per second (%s)",
            report.implementation(),
            report.cyclesPerSecond(),
            report.frequencySource()));
    conclusion.add(
        String.format(Locale.ROOT, "selected in %.1f ms", report.cost().toNanos() / 1e6));
    return new ReportTable(padded(rows), notes, conclusion);
  }

  private static List<String> row(CounterReport counter) {
    Measured measured = counter.measured();
    return List.of(
        counter.verdict() == Verdict.SELECTED ? "*" : "",
        name(counter),
        counter.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        counter.scope().name().toLowerCase(Locale.ROOT),
        counter.verdict() == Verdict.REJECTED ? "rejected" : Long.toString(counter.precision()),
        counter.scaling() == 0 ? "-" : String.format(Locale.ROOT, "%.6f", counter.scaling()),
        measured == null ? "-" : String.format(Locale.ROOT, "%.1f", measured.nanosPerRead()));
  }

  /** A rejected name may be anything. */
  private static String name(CounterReport counter) {
    return ProviderText.word(ProviderText.shorten(counter.name()));
  }

  private static String reason(CounterReport counter) {
    String reason = ProviderText.clean(counter.reason()).strip();
    if (reason.length() > MAX_REASON) {
      reason = reason.substring(0, MAX_REASON) + "...";
    }
    return counter.verdict() == Verdict.REJECTED ? "rejected: " + reason : reason;
  }

  private static List<List<String>> padded(List<List<String>> rows) {
    List<List<String>> padded = new ArrayList<>();
    int[] widths = widths(rows);
    for (List<String> row : rows) {
      List<String> cells = new ArrayList<>();
      for (int column = 0; column < widths.length; column++) {
        String cell = row.get(column);
        String blanks = " ".repeat(Math.max(0, widths[column] - cell.length()));
        cells.add(column < FIRST_NUMBER ? cell + blanks : blanks + cell);
      }
      padded.add(cells);
    }
    return padded;
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[HEAD.size()];
    int others = 0;
    for (int column = 0; column < widths.length; column++) {
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
      others += column == NAME ? 0 : gap(column) + widths[column];
    }
    int room = COLUMNS - others - gap(NAME);
    widths[NAME] = Math.min(widths[NAME], Math.max(room, HEAD.get(NAME).length()));
    return widths;
  }

  /** The blanks before a column. */
  public static int gap(int column) {
    return column == 0 ? 0 : column == 2 || column == 3 ? 2 : 1;
  }

  /**
   * The table where there is nothing that draws tables: lines of at most 80 columns, without line
   * ends.
   */
  public static List<String> lines(
      SelectionReport report, Function<String, Optional<Obstacle>> obstacle) {
    ReportTable table = of(report, obstacle);
    int width = table.rows().get(0).get(NAME).length();
    List<String> lines = new ArrayList<>();
    for (List<String> row : table.rows()) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(" ".repeat(gap(column))).append(row.get(column));
        if (column == NAME && row.get(NAME).length() > width) { // the others go below it
          lines.add(line.toString());
          line.setLength(0);
          line.append(" ".repeat(row.get(0).length() + gap(NAME) + width));
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("");
    for (Note note : table.notes()) {
      lines.addAll(wrapped(note.counters(), 0));
      lines.addAll(wrapped(note.reason(), INDENT));
    }
    lines.add("");
    table.conclusion().forEach(line -> lines.addAll(wrapped(line, 0)));
    return lines;
  }

  /**
   * A text with an x for each character but blanks: where lines may end within it. They may not end
   * within a counter's name, an option or a class, which people copy.
   */
  public static String letters(String text) {
    StringBuilder letters = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      letters.append(text.charAt(i) == ' ' ? ' ' : 'x');
    }
    return letters.toString();
  }

  private static List<String> wrapped(String text, int indent) {
    List<String> lines = new ArrayList<>();
    int width = COLUMNS - indent;
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(letters(text));
    int begin = 0;
    while (begin < text.length()) {
      int end = text.length();
      if (end - begin > width) {
        int before = breaks.preceding(begin + width + 1);
        end = before > begin ? before : begin + width;
      }
      lines.add(" ".repeat(indent) + text.substring(begin, end).stripTrailing());
      begin = end;
    }
    return lines;
  }
}
