package org.cyclecounter.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.cyclecounter.bench.Timing;

/** Measurements as a table for people. */
final class MeasureTable {

  private static final List<String> HEAD =
      List.of("operation", "bytes", "cycles/op", "cycles/byte", "ns/op", "MB/s");

  private MeasureTable() {}

  /** What the cycles in the table are, and which rows are of another counter after a loss. */
  static List<String> counters(MeasureCounter chosen, List<Measurement> measurements) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s at %d cycles per second (estimated); scope %s, counts %s",
            chosen.name(),
            chosen.report().cyclesPerSecond(),
            chosen.scope().name().toLowerCase(Locale.ROOT),
            chosen.counted()));
    for (Measurement one : measurements) {
      Timing timing = one.timing();
      if (timing != null && !timing.counter().equals(chosen.name())) {
        lines.add(
            one.name()
                + ": "
                + (timing.counted() == null
                    ? "no cycles were counted"
                    : "by " + timing.counter() + ", which counts " + timing.counted()));
      }
    }
    return lines;
  }

  /** Lines without line ends; failures are left out. */
  static List<String> lines(List<Measurement> measurements) {
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    for (Measurement one : measurements) {
      if (one.failure().isEmpty()) {
        rows.add(
            List.of(
                one.name(),
                one.bytes() == 0 ? "-" : Long.toString(one.bytes()),
                number(2, one.cyclesPerOperation()),
                number(3, one.cyclesPerByte()),
                number(2, one.nsPerOperation()),
                number(2, one.megabytesPerSecond())));
      }
    }
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
        String padding = " ".repeat(widths[column] - row.get(column).length());
        line.append(column == 0 ? row.get(column) + padding : "  " + padding + row.get(column));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String number(int digits, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
