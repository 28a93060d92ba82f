// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.itest.machines.MachineReports.Report;
import org.cyclecounter.itest.machines.MachineReports.Row;

/**
 * The support table of the README, made of the reports in {@code docs/machines}, of what the suites
 * have left in {@link Results#FOLDER}, and of the providers and their packaged libraries. Without
 * an argument it is printed; {@code --write} puts it into the README; {@code --check} compares the
 * README with it, but for what this machine itself adds. Two need no suite: {@code --reports} adds
 * to the README's table what the reports show to work, {@code --counters} gives it a row for each
 * counter, and writes the selector's lists of their names and of the families.
 */
public final class SupportTable {

  private static final Path ROOT = Path.of(System.getProperty("machines.root", "."));
  private static final Path README = ROOT.resolve("README.md");
  private static final Path REPORTS = ROOT.resolve("docs/machines").normalize();
  private static final String BEGIN = "<!-- build/support-table writes from here -->";
  private static final String END = "<!-- to here -->";
  private static final List<String> HEADER =
      List.of(
          "| counter | state | compiled for | user emulation | system emulation | hardware | needs"
              + " |",
          "|---|---|---|---|---|---|---|");
  private static final List<String> STATES = List.of("compiled", "user", "system", "hardware");

  /** Machines of releases whose packages cannot always be fetched. */
  private static final List<String> MAY_BE_ABSENT = List.of("loong64", "riscv64");

  private final List<Report> reports;
  private final List<Result> results;
  private final PackagedCounters packaged;

  private SupportTable() throws IOException {
    reports = MachineReports.in(REPORTS);
    results = results(reports);
    packaged = PackagedCounters.of(ROOT);
  }

  /**
   * Prints, writes or compares.
   *
   * @param arguments none, {@code --write}, {@code --check}, {@code --reports} or {@code
   *     --counters}
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    String how = arguments.length == 0 ? "" : arguments[0];
    try {
      switch (how) {
        case "" -> System.out.println(table(new SupportTable().rows()).strip());
        case "--write" -> new SupportTable().write();
        case "--check" -> new SupportTable().check();
        case "--reports" -> addReports();
        case "--counters" -> addCounters();
        default -> {
          System.err.println(
              "support-table: unknown argument '"
                  + how
                  + "'; use --write, --check, --reports or --counters");
          System.exit(2);
        }
      }
    } catch (MachineReports.BadReport e) {
      System.err.println("support-table: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void addCounters() throws IOException {
    String[] parts = readme();
    PackagedCounters packaged = PackagedCounters.of(ROOT);
    List<String> rows = packaged.rows(parts[1].lines().toList());
    Files.writeString(ROOT.resolve(PackagedCounters.NAMES), packaged.list());
    Path families = ROOT.resolve(PackagedFamilies.SOURCE);
    Files.writeString(families, PackagedFamilies.of(ROOT).written());
    Files.writeString(README, parts[0] + table(rows) + parts[2]);
    System.out.println("README.md has a row for each of " + rows.size() + " counters");
  }

  private static void addReports() throws IOException {
    List<Report> reports = MachineReports.in(REPORTS);
    String[] parts = readme();
    List<String> lines = ReportedRows.added(parts[1].lines().toList(), reports);
    Files.writeString(README, parts[0] + String.join("\n", lines) + "\n" + parts[2]);
    System.out.println("README.md has what " + reports.size() + " reports show");
  }

  /** Those of the reports first. */
  private static List<Result> results(List<Report> reports) throws IOException {
    List<Result> results = Results.all();
    if (results.isEmpty()) {
      System.err.println(
          "support-table: no results in "
              + Results.FOLDER
              + "; run mvn verify and mvn -Pmachines -Dskip.unit.tests verify first");
      System.exit(2);
    }
    List<Result> all = new ArrayList<>();
    for (Report report : reports) {
      for (Row row : report.rows()) {
        if (!row.counter().equals("default-zero")) { // rejected everywhere: the last resort
          String text = row.works() ? "rises" : row.reason();
          all.add(new Result(row.counter(), "hardware", report.machine(), text));
        }
      }
    }
    all.addAll(results);
    return all;
  }

  /** With its header, between blank lines. */
  private static String table(List<String> rows) {
    return "\n\n" + String.join("\n", HEADER) + "\n" + String.join("\n", rows) + "\n\n";
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (String counter : packaged.names()) {
      rows.add(
          packaged.row(
              counter,
              state(counter),
              cell(counter, "user"),
              cell(counter, "system"),
              cell(counter, "hardware")));
    }
    return rows;
  }

  private String state(String counter) {
    int best = 0;
    for (Result result : results) {
      if (result.counter().equals(counter) && result.rises()) {
        best = Math.max(best, STATES.indexOf(result.state()));
      }
    }
    return switch (STATES.get(best)) {
      case "hardware" -> "run on hardware";
      case "system" -> "run under system emulation";
      case "user" -> "run under user emulation";
      default -> packaged.stateUnrun(counter);
    };
  }

  /** The outcomes of one state, each with its machines. */
  private String cell(String counter, String state) {
    Map<String, Set<String>> machines = new LinkedHashMap<>();
    for (Result result : results) {
      if (result.counter().equals(counter) && result.state().equals(state)) {
        machines
            .computeIfAbsent(result.shortText(), k -> new LinkedHashSet<>())
            .add(result.shortMachine());
      }
    }
    return machines.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** README.md before the table, the table, and after it, the marks with what is outside. */
  private static String[] readme() throws IOException {
    String text = Files.readString(README);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    if (from < BEGIN.length() || to < from) {
      System.err.println("support-table: README.md has no lines '" + BEGIN + "' and '" + END + "'");
      System.exit(2);
    }
    return new String[] {text.substring(0, from), text.substring(from, to), text.substring(to)};
  }

  private void write() throws IOException {
    String[] parts = readme();
    Files.writeString(README, parts[0] + table(rows()) + parts[2]);
    System.out.println("README.md written: " + packaged.names().size() + " counters");
  }

  private void check() throws IOException {
    String[] parts = readme();
    List<String> readme = parts[1].lines().filter(line -> line.startsWith("| `")).toList();
    for (String state : List.of("user", "system")) {
      int cell = 3 + STATES.indexOf(state);
      for (String machine : absent(state)) {
        if (readme.stream().anyMatch(row -> row.split("\\|", -1)[cell].contains(machine))) {
          System.out.println(machine + " is not compared: no " + state + " emulation ran");
        }
      }
    }
    List<String> shown = rows();
    List<String> missing = new ArrayList<>();
    List<String> compared = readme.stream().map(this::withoutAbsent).toList();
    difference(shown, compared).forEach(line -> missing.add("not in README.md: " + line));
    difference(compared, shown).forEach(line -> missing.add("in README.md, not shown: " + line));
    List<String> reported = new ArrayList<>(ReportedRows.added(readme, reports));
    reported.removeAll(readme);
    reported.forEach(line -> missing.add("not in README.md, shown by a report: " + line));
    missing.forEach(System.err::println);
    if (!missing.isEmpty()) {
      System.err.println("support-table: README.md is not what the suites show; use --write");
      System.exit(1);
    }
    System.out.println(
        "README.md's table is what the suites show: " + packaged.names().size() + " counters");
  }

  /** A row without the machines that could not be made, where nothing was shown of them. */
  private String withoutAbsent(String row) {
    String[] cells = row.split("\\|", -1);
    for (String state : List.of("user", "system")) {
      int cell = 3 + STATES.indexOf(state);
      for (String machine : absent(state)) {
        cells[cell] = " " + without(cells[cell].strip(), machine) + " ";
      }
    }
    return String.join("|", cells);
  }

  private List<String> absent(String state) {
    return MAY_BE_ABSENT.stream()
        .filter(
            machine ->
                results.stream()
                    .noneMatch(r -> r.state().equals(state) && r.shortMachine().equals(machine)))
        .toList();
  }

  /** A cell, as {@link #cell} makes it, without a machine. */
  private static String without(String cell, String machine) {
    List<String> kept = new ArrayList<>();
    for (String group : cell.isEmpty() ? new String[0] : cell.split("; ")) {
      int text = group.indexOf(": ") + 2;
      String machines =
          Arrays.stream(group.substring(text).split(", "))
              .filter(other -> !other.equals(machine))
              .collect(Collectors.joining(", "));
      if (!machines.isEmpty()) {
        kept.add(group.substring(0, text) + machines);
      }
    }
    return String.join("; ", kept);
  }

  private static List<String> difference(List<String> rows, List<String> others) {
    Set<String> known = others.stream().map(SupportTable::portable).collect(Collectors.toSet());
    return rows.stream().filter(row -> !known.contains(portable(row))).toList();
  }

  /** A row without its state and hardware, which depend on the machine that the suites run on. */
  private static String portable(String row) {
    String[] cells = row.split("\\|", -1);
    cells[2] = "";
    cells[6] = "";
    return String.join("|", cells);
  }
}
