// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.diagnostics.text.Formatted;

/**
 * Measurements as a table for people: medians, with their intervals in percent. Columns about bytes
 * are left out if no operation has a size.
 */
final class MeasureTable {

  private static final List<String> HEAD =
      List.of("operation", "bytes", "cycles/op", "99 % interval", "smallest", "per byte", "ns/op");

  /** More digits than the columns have. */
  private static final double LARGE = 1e8;

  private static final int[] ALL = {0, 1, 2, 3, 4, 5, 6};
  private static final int[] WITHOUT_BYTES = {0, 2, 3, 4, 6};

  private MeasureTable() {}

  /** Returns the head, and a row for each operation that has been measured. */
  static List<String> of(List<MeasuredOperation> measurements) {
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    measurements.stream().filter(MeasuredOperation::isMeasured).forEach(m -> rows.add(row(m)));
    int[] columns = measurements.stream().anyMatch(m -> m.bytes() > 0) ? ALL : WITHOUT_BYTES;
    return TextTable.table(
        rows.stream().map(row -> Arrays.stream(columns).mapToObj(row::get).toList()).toList(),
        0,
        1);
  }

  private static List<String> row(MeasuredOperation operation) {
    MedianInterval cycles = operation.cycles();
    double ns = operation.nanoseconds().median();
    boolean isLarge = Math.max(Double.isNaN(cycles.median()) ? 0 : cycles.median(), ns) >= LARGE;
    return List.of(
        operation.name(),
        operation.bytes() == 0 ? "-" : Long.toString(operation.bytes()),
        isLarge ? large(cycles.median()) : number(cycles.median(), 2, 9),
        operation.isCompiled()
            ? interval(Double.isNaN(cycles.median()) ? operation.nanoseconds() : cycles)
            : "not compiled",
        isLarge
            ? large(operation.smallest(Timing::cyclesPerOperation))
            : number(operation.smallest(Timing::cyclesPerOperation), 2, 9),
        number(operation.cyclesPerByte(), 3, 8),
        isLarge ? large(ns) : number(ns, 2, 9));
  }

  /** Formats each number of a row that has a large one: an operation of minutes is 10^11 cycles. */
  private static String large(double value) {
    return Double.isNaN(value) ? "-" : Formatted.of("%.3e", value);
  }

  /** Formats the ends of an interval in percent of its median; a hyphen stands for none. */
  private static String interval(MedianInterval interval) {
    double low = 100 * (interval.low() / interval.median() - 1);
    double high = 100 * (interval.high() / interval.median() - 1);
    return Double.isFinite(low + high) && interval.median() > 0
        ? Formatted.of(high < 100 ? "%+.1f %+.1f %%" : "%+.0f %+.0f %%", low, high)
        : "-";
  }

  /**
   * Formats with as many decimals as its column's width has room for, beyond with an exponent; a
   * hyphen stands for NaN.
   */
  private static String number(double value, int decimals, int width) {
    if (Double.isNaN(value)) {
      return "-";
    }
    for (int digits = decimals; digits >= 0; digits--) {
      String number = Formatted.of("%." + digits + "f", value);
      if (number.length() <= width) {
        return number;
      }
    }
    return Formatted.of(width < 9 ? "%.1e" : "%.3e", value);
  }

  /** Says what each JVM's median is: another start may give any of them. */
  private static String unlike(MeasuredOperation operation) {
    boolean hasCycles = operation.cycles().isKnown();
    String each =
        operation
            .perStart(
                hasCycles ? Timing::cyclesPerOperation : run -> 1e9 * run.secondsPerOperation())
            .stream()
            .map(start -> number(MedianInterval.of(start).median(), 2, 10))
            .collect(Collectors.joining(", "));
    return Formatted.of(
        "%s: the JVMs differ by more than their runs: %s %s.",
        operation.label(), each, hasCycles ? "cycles" : "ns");
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
            "scope %s, counts %s", Formatted.word(preferred.scope()), preferred.counted()));
    for (MeasuredOperation measurement : measurements) {
      Timing timing = measurement.middle();
      if (timing != null && !timing.counter().equals(preferred.name())) {
        paragraphs.add(
            measurement.name()
                + ": "
                + (timing.counted() == null
                    ? "no cycles were counted"
                    : "by " + timing.counter() + ", which counts " + timing.counted()));
      }
    }
    paragraphs.add(timer);
    for (MeasuredOperation measurement : measurements) {
      if (measurement.hasUnlikeStarts()) {
        paragraphs.add(unlike(measurement));
      }
    }
    if (measurements.stream().allMatch(each -> each.starts().size() < 2)) {
      paragraphs.add("One JVM has measured: another start may differ by more than the intervals.");
    }
    List<String> lines = new ArrayList<>(List.of(""));
    paragraphs.forEach(paragraph -> lines.addAll(TextTable.paragraph(paragraph, 0)));
    return lines;
  }
}
