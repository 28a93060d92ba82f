// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.itest.selecting.JsonText;

/**
 * The reports of {@code info --json} in a folder, {@code docs/machines}, and the machines that the
 * table of the folder's {@code README.md} names. A report of any version is read: keys other than
 * {@code counters}, and each counter's {@code name} and {@code verdict}, may be missing or new. A
 * file that is not JSON or truncated, has no counters, an unknown verdict or no row, and a row
 * without a file, is a {@link BadReport}.
 */
final class MachineReports {

  private static final List<String> VERDICTS = List.of("SELECTED", "USABLE", "REJECTED");
  private static final String TABLE = "README.md";

  /** A row of the table: the report's file, then the machine's name, then the rest. */
  private static final Pattern ROW =
      Pattern.compile("\\| \\[`([^`]+)`]\\(([^)]+)\\) \\| ([^|]+) \\|.*\\|");

  /** A row's second and third cell, also without a report: the name, and the machine in words. */
  private static final Pattern NAME =
      Pattern.compile("\\|[^|]*\\| (\\S+) \\| (\\S+ \\([^|]+\\)) \\|.*");

  /** Text that names a person: a home folder of Linux, macOS or Windows. */
  private static final Pattern HOME = Pattern.compile("/home/|/Users/|/root/|\\\\Users\\\\");

  private MachineReports() {}

  /** Returns the reason why a file is no report, in one sentence that begins with the file. */
  static final class BadReport extends IOException {
    private static final long serialVersionUID = 1;

    BadReport(Path file, String problem) {
      super(file + ": " + problem);
    }
  }

  /** A report's result for one counter. */
  record Row(String counter, String verdict, String reason) {

    boolean works() {
      return !verdict.equals("REJECTED");
    }
  }

  /** A report, and the name of the machine that printed it. */
  record Report(Path file, String machine, List<Row> rows) {}

  /** All reports of a folder, in the order of the table. */
  static List<Report> in(Path folder) throws IOException {
    Path table = folder.resolve(TABLE);
    Map<String, String> machines = machines(table);
    List<Report> reports = new ArrayList<>();
    for (Map.Entry<String, String> machine : machines.entrySet()) {
      Path file = folder.resolve(machine.getKey());
      if (!Files.isRegularFile(file)) {
        throw new BadReport(table, "its table names " + file.getFileName() + ", which is missing");
      }
      reports.add(new Report(file, machine.getValue(), rows(file)));
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        if (!machines.containsKey(file.getFileName().toString())) {
          throw new BadReport(file, "no row of " + TABLE + " names the machine; add one");
        }
      }
    }
    return reports;
  }

  private static Map<String, String> machines(Path table) throws IOException {
    Map<String, String> machines = new LinkedHashMap<>();
    for (String line : Files.readAllLines(table)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        if (!row.group(1).equals(row.group(2))) {
          throw new BadReport(table, "'" + row.group(1) + "' links to '" + row.group(2) + "'");
        }
        if (machines.put(row.group(1), row.group(3).strip()) != null) {
          throw new BadReport(table, "it has two rows for " + row.group(1));
        }
      }
    }
    return machines;
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

  /** The results of one report. */
  static List<Row> rows(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Object counter : counters(file)) {
      if (!(counter instanceof Map<?, ?> map)
          || !(map.get("name") instanceof String name)
          || !(map.get("verdict") instanceof String verdict)) {
        throw new BadReport(file, "an entry of \"counters\" has no \"name\" or no \"verdict\"");
      }
      if (!VERDICTS.contains(verdict)) {
        throw new BadReport(
            file, name + " has the verdict '" + verdict + "', which is none of " + VERDICTS);
      }
      rows.add(new Row(name, verdict, map.get("reason") instanceof String text ? text : ""));
    }
    return rows;
  }

  private static List<?> counters(Path file) throws IOException {
    Object json;
    try {
      String text = Files.readString(file);
      if (HOME.matcher(text).find()) {
        throw new BadReport(
            file, "it names a home folder; replace the name before it is published");
      }
      json = JsonText.parse(text);
    } catch (CharacterCodingException e) {
      throw new BadReport(file, "it is not UTF-8");
    } catch (IllegalArgumentException e) {
      throw new BadReport(file, "it is not JSON, or only a part: " + e.getMessage());
    }
    if (json instanceof Map<?, ?> map
        && map.get("counters") instanceof List<?> counters
        && !counters.isEmpty()) {
      return counters;
    }
    throw new BadReport(file, "it is not what info --json prints: it has no list \"counters\"");
  }
}
