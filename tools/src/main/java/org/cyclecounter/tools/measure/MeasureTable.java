// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.tools.output.TextTable;
import org.cyclecounter.tools.text.Formatted;

/**
 * Measurements as a table for people, row by row.
 *
 * <p>Columns have fixed widths, because rows are printed before the next one is known. Columns
 * about bytes are left out if no operation has a size.
 */
final class MeasureTable {

  private static final List<String> HEAD =
      List.of("operation", "bytes", "cycles/op", "cycles/byte", "ns/op", "MB/s");

  /** Blanks before each column. */
  private static final int[] GAPS = {0, 1, 1, 1, 1, 1};

  /** Characters of each column; the first one's is that of the longest name. */
  private static final int[] WIDTHS = {0, 8, 11, 11, 11, 9};

  /** Characters of a number at most: 99,999,999,999 without commas. */
  private static final int MAX_NUMBER = 11;

  private static final int[] ALL = {0, 1, 2, 3, 4, 5};
  private static final int[] WITHOUT_BYTES = {0, 2, 4};

  private final int[] columns;
  private final TextTable table;

  /** Lays the columns out; the longest name is the first one's width as far as there is room. */
  MeasureTable(List<Operation> operations) {
    columns =
        operations.stream().anyMatch(operation -> operation.bytes() > 0) ? ALL : WITHOUT_BYTES;
    int[] widths = Arrays.stream(columns).map(column -> WIDTHS[column]).toArray();
    widths[0] = HEAD.get(0).length();
    for (Operation operation : operations) {
      widths[0] = Math.max(widths[0], operation.name().length());
    }
    table = new TextTable(Arrays.copyOf(GAPS, columns.length), widths, 0, 1);
  }

  List<String> head() {
    return lines(HEAD);
  }

  List<String> row(MeasuredOperation measurement) {
    long bytes = measurement.operation().bytes();
    return lines(
        List.of(
            measurement.operation().name(),
            bytes == 0 ? "-" : Long.toString(bytes),
            number(measurement.cyclesPerOperation(), 2),
            number(measurement.cyclesPerByte(), 3),
            number(measurement.nsPerOperation(), 2),
            number(measurement.megabytesPerSecond(), 2)));
  }

  private List<String> lines(List<String> cells) {
    return table.row(Arrays.stream(columns).mapToObj(cells::get).toList());
  }

  /**
   * Formats with as many decimals as there is room for; a hyphen stands for NaN.
   *
   * <p>Beyond, it is written with an exponent: an operation of minutes is 10^11 cycles and more.
   */
  private static String number(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "-";
    }
    for (int digits = decimals; digits >= 0; digits--) {
      String number = Formatted.of("%." + digits + "f", value);
      if (number.length() <= MAX_NUMBER) {
        return number;
      }
    }
    return Formatted.of("%.3e", value);
  }

  /**
   * Returns what the cycles in the table are, which rows have another counter's, and the timer.
   *
   * <p>A counter that is lost is replaced by its successor between two operations, and cycles of
   * one mean something else than ticks of the other.
   */
  static List<String> foot(
      MeasureCounter preferred, List<MeasuredOperation> measurements, String timer) {
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(
        Formatted.of(
            "%s at %d cycles per second (%s)",
            preferred.name(),
            preferred.report().cyclesPerSecond(),
            preferred.report().frequencySource()));
    paragraphs.add(
        Formatted.of(
            "scope %s, counts %s",
            preferred.scope().name().toLowerCase(Locale.ROOT), preferred.counted()));
    for (MeasuredOperation measurement : measurements) {
      Timing timing = measurement.timing();
      if (timing != null && !timing.counter().equals(preferred.name())) {
        paragraphs.add(
            measurement.operation().name()
                + ": "
                + (timing.counted() == null
                    ? "no cycles were counted"
                    : "by " + timing.counter() + ", which counts " + timing.counted()));
      }
    }
    paragraphs.add(timer);
    List<String> lines = new ArrayList<>(List.of(""));
    paragraphs.forEach(paragraph -> lines.addAll(TextTable.paragraph(paragraph, 0)));
    return lines;
  }
}
