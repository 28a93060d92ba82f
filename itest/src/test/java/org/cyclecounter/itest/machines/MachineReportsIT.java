// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.MachineReports.Report;
import org.cyclecounter.itest.machines.MachineReports.Row;
import org.cyclecounter.itest.schemas.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports in {@code docs/machines}, and the table of counters. */
class MachineReportsIT {

  private static final Path ROOT = Path.of(System.getProperty("machines.root", ".."));
  private static final Path FOLDER = ROOT.resolve("docs/machines");

  private static final Pattern USABLE =
      Pattern.compile(
          "usable: resolution (1 cycle|\\d+ cycles) \\((C\\), \\d+ \\()?Java\\)(, typically \\d+)?,"
              + " penalty [012]+(; as good as [a-z0-9-]+, which stands earlier)?(; probed"
              + " (natively|in a child JVM), \\d+\\.\\d ms)?");

  /** Text that names a person: a home folder of Linux, macOS or Windows. */
  private static final String HOME = "/home/|/Users/|/root/|\\\\Users\\\\";

  @Test
  void reportsMatchTheirSchemaAndNameAMachine() throws Exception {
    List<Report> reports = MachineReports.in(FOLDER);
    assertThat(reports).isNotEmpty();
    for (Report report : reports) {
      String text = Files.readString(report.file());
      Schemas.validate(text);
      assertThat(text).doesNotContainPattern(HOME);
      assertThat(MachineReports.names(FOLDER))
          .as(report.file().toString())
          .containsValue(report.machine());
      assertThat(report.rows()).extracting(Row::counter).doesNotHaveDuplicates();
      assertThat(report.rows()).as(report.file().toString()).anyMatch(Row::works);
    }
  }

  /** Older builds wrote these; their words were replaced by the present ones. */
  @Test
  void rewrittenReportsHaveTheWordsOfThisBuild() throws Exception {
    StringBuilder constants = new StringBuilder(); // the JARs are not compressed
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      for (Path jar : jars.filter(jar -> jar.toString().contains("cyclecounter-")).toList()) {
        constants.append(Files.readString(jar, StandardCharsets.ISO_8859_1));
      }
    }
    for (Report report : MachineReports.in(FOLDER)) {
      boolean isRewritten = report.machine().equals("zen5");
      for (Row row : isRewritten ? report.rows() : List.<Row>of()) {
        String sentence = row.reason().split("; ")[0];
        if (row.works()) {
          assertThat(row.reason()).matches(USABLE);
        } else {
          assertThat(constants.indexOf(sentence)).as(sentence).isNotNegative();
        }
      }
    }
  }

  /** Whichever machine the table was written on last. */
  @Test
  void tableSaysYesForWhatTheyShow() throws Exception {
    List<String> table = MarkedTable.of(ROOT.resolve(SupportTable.PAGE)).rows();
    assertThat(table).anyMatch(line -> line.startsWith("| `default-monotonic` | yes: "));
    assertThat(ReportedRows.added(table, MachineReports.in(FOLDER))).isEqualTo(table);
  }

  @Test
  void addsReportToTheTableAndKeepsItsRest() {
    List<Row> rows =
        List.of(
            new Row("a", "SELECTED", ""),
            new Row("b", "USABLE", ""),
            new Row("c", "REJECTED", ""),
            new Row("d", "USABLE", ""));
    List<Report> reports = List.of(new Report(Path.of("machine.json"), "example", rows));
    List<String> before =
        List.of(
            "| `a` |  | | | x | n |",
            "| `b` | no: example | | | x | n |",
            "| `c` |  | | | x | n |",
            "| `d` | yes: example2; no: example | | | x | n |");
    List<String> after =
        List.of(
            "| `a` | yes: example | | | x | n |",
            "| `b` | yes: example; no: example | | | x | n |",
            before.get(2),
            "| `d` | yes: example, example2; no: example | | | x | n |");
    assertThat(ReportedRows.added(before, reports)).isEqualTo(after);
    assertThat(ReportedRows.added(after, reports)).isEqualTo(after);
  }

  @Test
  void refusesFileWithoutRow(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("README.md"), "| report | name | machine |\n");
    Path file = Files.writeString(folder.resolve("machine.json"), "{}");
    assertThatThrownBy(() -> MachineReports.in(folder)).hasMessageStartingWith(file + ": no row");
  }
}
