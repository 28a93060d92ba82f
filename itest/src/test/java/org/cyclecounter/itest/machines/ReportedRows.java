// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.machines.MachineReports.Report;
import org.cyclecounter.itest.machines.MachineReports.Row;

/**
 * Enters the counters that work by machines' reports into the rows of the README's support table:
 * the only part of the table that needs no suite to be run. A row is split at its bars: the second
 * cell is the state, the sixth the result on hardware.
 */
final class ReportedRows {

  private static final int STATE = 2;
  private static final int HARDWARE = 6;
  private static final String RUN = " run on hardware ";
  private static final String RISES = "rises: ";

  private ReportedRows() {}

  private static boolean isOf(String line, Row row) {
    return line.startsWith("| `" + row.counter() + "` |");
  }

  private static boolean says(String line, Report report) {
    String[] cells = line.split("\\|", -1);
    String hardware = cells[HARDWARE];
    int rises = hardware.indexOf(RISES);
    int others = hardware.indexOf("; ", Math.max(0, rises));
    String machines = others < 0 ? hardware : hardware.substring(0, others);
    return cells[STATE].equals(RUN) && rises >= 0 && machines.contains(report.machine());
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
    cells[STATE] = RUN;
    cells[HARDWARE] =
        now.contains(RISES)
            ? " " + now.replaceFirst(RISES, RISES + report.machine() + ", ") + " "
            : " " + RISES + report.machine() + (now.isEmpty() ? "" : "; " + now) + " ";
    return String.join("|", cells);
  }
}
