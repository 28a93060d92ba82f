// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.tools.cli.TextLayout;
import org.cyclecounter.tools.operations.Operation;
import org.cyclecounter.tools.output.ReportTable;

/** Measurements as a table for people, row by row. */
final class MeasureTable {

  private static final List<String> HEAD =
      List.of("operation", "bytes", "cycles/op", "cycles/byte", "ns/op", "MB/s");

  /** Without the blank before each. */
  private static final int[] WIDTHS = {0, 8, 11, 11, 11, 9};

  private static final int MAX_NUMBER = 11;
  private static final int[] ALL = {0, 1, 2, 3, 4, 5};
  private static final int[] WITHOUT_BYTES = {0, 2, 4};

  private final int[] columns;
  private final int[] widths;
  private final TextLayout layout;

  /** The longest name is the first column's width as far as there is room. */
  MeasureTable(List<Operation> operations) {
    columns = operations.stream().anyMatch(one -> one.bytes() > 0) ? ALL : WITHOUT_BYTES;
    widths = new int[columns.length];
    int[] gaps = new int[columns.length];
    int room = ReportTable.COLUMNS;
    for (int i = 1; i < columns.length; i++) {
      gaps[i] = 1;
      widths[i] = WIDTHS[columns[i]];
      room -= gaps[i] + widths[i];
    }
    int longest = operations.stream().mapToInt(one -> one.name().length()).max().orElse(0);
    widths[0] = Math.min(room, Math.max(longest, HEAD.get(0).length()));
    layout = new TextLayout(gaps, widths);
  }

  /** With its line end, as all that follow. */
  String head() {
    return row(HEAD);
  }

  String row(MeasuredOperation one) {
    return row(
        List.of(
            one.operation().name(),
            one.operation().bytes() == 0 ? "-" : Long.toString(one.operation().bytes()),
            number(one.cyclesPerOperation(), 2),
            number(one.cyclesPerByte(), 3),
            number(one.nsPerOperation(), 2),
            number(one.megabytesPerSecond(), 2)));
  }

  /** With so many decimals as there is room for; a hyphen where it is not known. */
  private static String number(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "-";
    }
    for (int digits = decimals; digits >= 0; digits--) {
      String number = String.format(Locale.ROOT, "%." + digits + "f", value);
      if (number.length() <= MAX_NUMBER) {
        return number;
      }
    }
    return String.format(Locale.ROOT, "%.3e", value);
  }

  private String row(List<String> cells) {
    List<String> aligned = new ArrayList<>(List.of(cells.get(0)));
    for (int i = 1; i < columns.length; i++) {
      String cell = cells.get(columns[i]);
      aligned.add(" ".repeat(Math.max(0, widths[i] - cell.length())) + cell);
    }
    return layout.row(aligned);
  }

  /** What the cycles in the table are, which rows have another counter's, and the timer. */
  static String foot(MeasureCounter preferred, List<MeasuredOperation> measurements, String timer) {
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(
        String.format(
            Locale.ROOT,
            "%s at %d cycles per second (estimated)",
            preferred.name(),
            preferred.report().cyclesPerSecond()));
    paragraphs.add(
        "scope "
            + preferred.scope().name().toLowerCase(Locale.ROOT)
            + ", counts "
            + preferred.counted());
    for (MeasuredOperation one : measurements) {
      Timing timing = one.timing();
      if (timing != null && !timing.counter().equals(preferred.name())) {
        paragraphs.add(
            one.operation().name()
                + ": "
                + (timing.counted() == null
                    ? "no cycles were counted"
                    : "by " + timing.counter() + ", which counts " + timing.counted()));
      }
    }
    paragraphs.add(timer);
    return paragraphs.stream()
        .map(one -> TextLayout.paragraph(one, 0))
        .collect(Collectors.joining("", System.lineSeparator(), ""));
  }
}
