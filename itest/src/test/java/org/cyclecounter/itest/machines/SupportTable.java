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
    for (String state : EMULATED) {
      for (String machine : absent(state)) {
        if (page.stream().anyMatch(row -> machines(row, state).contains(machine))) {
          System.out.println(machine + " is not compared: no " + state + " emulation ran");
        }
      }
    }
    List<String> shown = rows().stream().map(SupportTable::withoutShort).toList();
    List<String> compared = page.stream().map(this::withoutAbsent).toList();
    List<String> missing = new ArrayList<>();
    difference(shown, compared).forEach(line -> missing.add("not in " + PAGE + ": " + line));
    difference(compared, shown).forEach(line -> missing.add("in " + PAGE + ", not shown: " + line));
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

  private static String machines(String row, String state) {
    return withoutShort(row).split("\\|", -1)[PackagedCounters.column(state)];
  }

  /** A row with the machines instead of the word for all of them. */
  private static String withoutShort(String row) {
    String[] cells = row.split("\\|", -1);
    int user = PackagedCounters.column("user");
    cells[user] = cells[user].replaceFirst("(?<=: )" + ALL + "\\b", QEMU_USER);
    return String.join("|", cells);
  }

  /** A row without the machines that could not be made, where nothing was shown of them. */
  private String withoutAbsent(String row) {
    String[] cells = withoutShort(row).split("\\|", -1);
    for (String state : EMULATED) {
      int cell = PackagedCounters.column(state);
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

  /** A row without its hardware, which depends on the machine that the suites run on. */
  private static String portable(String row) {
    String[] cells = row.split("\\|", -1);
    cells[PackagedCounters.column("hardware")] = "";
    return String.join("|", cells);
  }
}
