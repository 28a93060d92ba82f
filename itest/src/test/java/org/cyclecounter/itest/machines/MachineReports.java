// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reports of {@code info --json} in a folder, {@code docs/machines}, and the machines that the
 * table of the folder's {@code README.md} names.
 */
final class MachineReports {

  private static final String TABLE = "README.md";

  /** A row of the table: the report's file, then the machine's name, then the rest. */
  private static final Pattern ROW =
      Pattern.compile("\\| \\[`([^`]+)`]\\(\\1\\) \\| ([^|]+) \\|.*\\|");

  /** A row's second and third cell, also without a report: the name, and the machine in words. */
  private static final Pattern NAME =
      Pattern.compile("\\|[^|]*\\| (\\S+) \\| (\\S+ \\([^|]+\\)) \\|.*");

  private MachineReports() {}

  /** A report's result for one counter. */
  record Row(String counter, String verdict, String reason) {

    boolean works() {
      return !verdict.equals("REJECTED");
    }
  }

  /** A report, and the name of the machine that printed it. */
  record Report(Path file, String machine, List<Row> rows) {}

  /** All reports of a folder, in the order of the table; fails for a file without a row. */
  static List<Report> in(Path folder) throws IOException {
    List<Report> reports = new ArrayList<>();
    Set<Path> files = new HashSet<>();
    for (String line : Files.readAllLines(folder.resolve(TABLE))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Path file = folder.resolve(row.group(1));
        files.add(file);
        reports.add(new Report(file, row.group(2).strip(), rows(file)));
      }
    }
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(f -> f.toString().endsWith(".json")).toList()) {
        if (!files.contains(file)) {
          throw new IOException(file + ": no row of " + TABLE + " names the machine; add one");
        }
      }
    }
    return reports;
  }

  /** The names of the machines, by the words that the suites have for them. */
  static Map<String, String> names(Path folder) throws IOException {
    Map<String, String> names = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve(TABLE))) {
      Matcher row = NAME.matcher(line);
      if (row.matches()) {
        names.put(row.group(2), row.group(1));
      }
    }
    return names;
  }

  private static List<Row> rows(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (JsonNode counter : new ObjectMapper().readTree(file.toFile()).path("counters")) {
      rows.add(
          new Row(
              counter.path("name").asText(),
              counter.path("verdict").asText(),
              counter.path("reason").asText()));
    }
    return rows;
  }
}
