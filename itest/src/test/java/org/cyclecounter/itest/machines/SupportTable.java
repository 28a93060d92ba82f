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
 * The table of {@code docs/counters.md}, made of the reports in {@code docs/machines}, of what the
 * suites have left in {@link Results#FOLDER}, and of the providers and their packaged libraries;
 * and the README's, which counts its rows. Without an argument the first is printed; {@code
 * --write} writes both; {@code --check} compares both, but for what this machine itself adds. Two
 * need no suite: {@code --reports} adds what the reports show to work, {@code --counters} gives
 * each counter a row, and writes the selector's lists of their names and of the families.
 */
public final class SupportTable {

  private static final Path ROOT = Path.of(System.getProperty("machines.root", "."));
  private static final Path README = ROOT.resolve("README.md");
  private static final Path REPORTS = ROOT.resolve("docs/machines").normalize();

  /** {@code docs/counters.md}, from the root of a checkout. */
  static final String PAGE = "docs/counters.md";

  /** The machines of qemu-user, for which a cell has the word {@link #ALL}. */
  static final String QEMU_USER = "arm64, armhf, i386, ppc64el, s390x, mips64el, loong64, riscv64";

  private static final String ALL = "all";

  /** Machines of releases whose packages cannot always be fetched. */
  private static final List<String> MAY_BE_ABSENT = List.of("loong64", "riscv64");

  private static final List<String> EMULATED = List.of("user", "system");

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
   */
  public static void main(String[] arguments) {
    String how = arguments.length == 0 ? "" : arguments[0];
    try {
      switch (how) {
        case "" -> System.out.println(String.join("\n", new SupportTable().rows()));
        case "--write" -> write(new SupportTable().rows());
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
    } catch (IOException e) {
      System.err.println("support-table: " + e);
      System.exit(2);
    }
  }

  private static MarkedTable counters() throws IOException {
    return MarkedTable.of(ROOT.resolve(PAGE));
  }

  private static void addCounters() throws IOException {
    PackagedCounters packaged = PackagedCounters.of(ROOT);
    Files.writeString(ROOT.resolve(PackagedCounters.NAMES), packaged.list());
    Path families = ROOT.resolve(PackagedFamilies.SOURCE);
    Files.writeString(families, PackagedFamilies.of(ROOT).written());
    write(packaged.rows(counters().rows()));
  }

  private static void addReports() throws IOException {
    write(ReportedRows.added(counters().rows(), MachineReports.in(REPORTS)));
  }

  private static void write(List<String> rows) throws IOException {
    counters().write(rows);
    MarkedTable.of(README).write(FamilyTable.rows(ROOT, rows));
    System.out.println(PAGE + " and README.md written: " + rows.size() + " counters");
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

  private List<String> rows() throws IOException {
    Map<String, String> names = MachineReports.names(REPORTS);
    List<String> rows = new ArrayList<>();
    for (String counter : packaged.names()) {
      List<String> shown =
          PackagedCounters.STATES.stream().map(state -> cell(counter, state, names)).toList();
      rows.add(packaged.row(counter, shown));
    }
    return rows;
  }

  /** The outcomes of one state, each with its machines. */
  private String cell(String counter, String state, Map<String, String> names) {
    Map<String, Set<String>> machines = new LinkedHashMap<>();
    for (Result result : results) {
      if (result.counter().equals(counter) && result.state().equals(state)) {
        String machine = result.shortMachine();
        machines
            .computeIfAbsent(result.shortText(), k -> new LinkedHashSet<>())
            .add(names.getOrDefault(machine, machine));
      }
    }
    return machines.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "))
        .replace(QEMU_USER, ALL);
  }

  private void check() throws IOException {
    List<String> page = counters().rows();
    Set<String> written = facts(page);
    Set<String> shown = facts(rows());
    List<String> missing = new ArrayList<>();
    for (String fact : shown) {
      if (!written.contains(fact)) {
        missing.add("not in " + PAGE + ": " + fact);
      }
    }
    written.removeAll(shown);
    for (String fact : written) {
      if (isOfAbsent(fact)) {
        System.out.println(fact + ": it is not compared, since that emulation did not run");
      } else {
        missing.add("in " + PAGE + ", not shown: " + fact);
      }
    }
    List<String> reported = new ArrayList<>(ReportedRows.added(page, reports));
    reported.removeAll(page);
    reported.forEach(line -> missing.add("not in " + PAGE + ", shown by a report: " + line));
    List<String> families = new ArrayList<>(FamilyTable.rows(ROOT, page));
    families.removeAll(MarkedTable.of(README).rows());
    families.forEach(line -> missing.add("not in README.md: " + line));
    missing.forEach(System.err::println);
    if (!missing.isEmpty()) {
      System.err.println("support-table: " + PAGE + " is not what the suites show; use --write");
      System.exit(1);
    }
    System.out.println(PAGE + " is what the suites show: " + packaged.names().size() + " counters");
  }

  /**
   * Returns the facts of rows: a sentence for each machine of an emulation, and one for the
   * processor that a counter is compiled for and needs. The hardware depends on the machine that
   * the suites run on.
   */
  private static Set<String> facts(List<String> rows) {
    Set<String> facts = new LinkedHashSet<>();
    for (String row : rows) {
      String[] cells = row.split("\\|", -1);
      for (String state : EMULATED) {
        String cell = cells[PackagedCounters.column(state)].strip();
        for (String group : cell.isEmpty() ? new String[0] : cell.split("; ")) {
          String[] words = group.replaceFirst("(?<=: )" + ALL + "\\b", QEMU_USER).split(": ");
          for (String machine : words[1].split(", ")) {
            facts.add(String.join(", ", cells[1].strip(), state, words[0], machine));
          }
        }
      }
      int rest = 2 + PackagedCounters.STATES.size();
      facts.add(cells[1].strip() + Arrays.asList(cells).subList(rest, cells.length));
    }
    return facts;
  }

  private boolean isOfAbsent(String fact) {
    return MAY_BE_ABSENT.stream()
        .filter(machine -> fact.endsWith(", " + machine))
        .anyMatch(
            machine ->
                results.stream()
                    .filter(result -> fact.contains(", " + result.state() + ", "))
                    .noneMatch(result -> result.shortMachine().equals(machine)));
  }
}
