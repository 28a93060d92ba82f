// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.itest.machines.MachineReports.Report;
import org.cyclecounter.itest.machines.MachineReports.Row;

/**
 * Enters the counters that work by machines' reports into the rows of the support table: the only
 * part of the table that needs no suite to be run.
 */
final class ReportedRows {

  private static final int HARDWARE = PackagedCounters.column("hardware");
  private static final String RISES = Result.RISES + ": ";

  private ReportedRows() {}

  private static boolean isOf(String line, Row row) {
    return line.startsWith("| `" + row.counter() + "` |");
  }

  private static boolean says(String line, Report report) {
    return Arrays.stream(line.split("\\|", -1)[HARDWARE].strip().split("; "))
        .filter(group -> group.startsWith(RISES))
        .flatMap(group -> Arrays.stream(group.substring(RISES.length()).split(", ")))
        .anyMatch(report.machine()::equals);
  }

  /** The table with each counter that works in a report. */
  static List<String> added(List<String> table, List<Report> reports) {
    List<String> lines = new ArrayList<>(table);
    for (int i = reports.size() - 1; i >= 0; i--) { // each before those that are there
      Report report = reports.get(i);
      for (Row row : report.rows()) {
        if (row.works()) {
          lines.replaceAll(
              line -> isOf(line, row) && !says(line, report) ? with(line, report) : line);
        }
      }
    }
    return lines;
  }

  private static String with(String line, Report report) {
    String[] cells = line.split("\\|", -1);
    String now = cells[HARDWARE].strip();
    cells[HARDWARE] =
        now.contains(RISES)
            ? " " + now.replaceFirst(RISES, RISES + report.machine() + ", ") + " "
            : " " + RISES + report.machine() + (now.isEmpty() ? "" : "; " + now) + " ";
    return String.join("|", cells);
  }
}
