// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.MachineReports.BadReport;
import org.cyclecounter.itest.machines.MachineReports.Report;
import org.cyclecounter.itest.machines.MachineReports.Row;
import org.cyclecounter.itest.schemas.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reports in {@code docs/machines}, and files that are none. */
class MachineReportsIT {

  private static final Path ROOT = Path.of(System.getProperty("machines.root", ".."));
  private static final String COUNTER = "{\"name\":\"amd64-tsc\",\"verdict\":\"USABLE\"}";

  private static final Pattern USABLE =
      Pattern.compile(
          "usable: resolution (1 cycle|\\d+ cycles) \\((C\\), \\d+ \\()?Java\\)(, typically \\d+)?,"
              + " penalty [012]+(; as good as [a-z0-9-]+, which stands earlier)?(; probed"
              + " (natively|in a child JVM), \\d+\\.\\d ms)?");

  @TempDir Path folder;

  private Path file(String json) throws Exception {
    return Files.writeString(folder.resolve("machine.json"), json);
  }

  private void table(String... files) throws Exception {
    StringBuilder table = new StringBuilder("| report | name | machine |\n|---|---|---|\n");
    for (String file : files) {
      table.append("| [`%s`](%s) | example | arm64 (Example) |\n".formatted(file, file));
    }
    Files.writeString(folder.resolve("README.md"), table);
  }

  @Test
  void everyReportIsReadAndNamesAMachine() throws Exception {
    List<Report> reports = MachineReports.in(ROOT.resolve("docs/machines"));
    assertThat(reports).isNotEmpty();
    for (Report report : reports) {
      assertThat(MachineReports.names(ROOT.resolve("docs/machines")))
          .as(report.file().toString())
          .containsValue(report.machine());
      Set<String> names = new HashSet<>();
      for (Row row : report.rows()) {
        assertThat(names.add(row.counter())).as(report.file() + ": " + row.counter()).isTrue();
      }
      assertThat(report.rows()).as(report.file().toString()).anyMatch(Row::works);
    }
  }

  /** Older builds wrote these; their words were replaced by the present ones. */
  @ParameterizedTest
  @ValueSource(strings = {"amd-zen5-kvm-java17.json", "amd-zen5-kvm-java25.json"})
  void rewrittenReportHasTheWordsOfThisBuild(String name) throws Exception {
    StringBuilder constants = new StringBuilder(); // the JARs are not compressed
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      for (Path jar : jars.filter(jar -> jar.toString().contains("cyclecounter-")).toList()) {
        constants.append(Files.readString(jar, StandardCharsets.ISO_8859_1));
      }
    }
    Path file = ROOT.resolve("docs/machines").resolve(name);
    Schemas.validate(Files.readString(file));
    for (Row row : MachineReports.rows(file)) {
      if (row.works()) {
        assertThat(row.reason()).matches(USABLE);
      } else {
        String sentence = row.reason().split("; ")[0];
        assertThat(constants.indexOf(sentence)).as(sentence).isNotNegative();
      }
    }
  }

  /** Whichever machine the table was written on last. */
  @Test
  void theTableSaysYesForWhatTheyShow() throws Exception {
    List<String> table = MarkedTable.of(ROOT.resolve(SupportTable.PAGE)).rows();
    List<Report> reports = MachineReports.in(ROOT.resolve("docs/machines"));
    assertThat(table).anyMatch(line -> line.startsWith("| `default-monotonic` | yes: "));
    assertThat(ReportedRows.added(table, reports)).isEqualTo(table);
  }

  @Test
  void aReportIsAddedToTheTableAndTheRestOfItStays() throws Exception {
    file(
        """
        {"counters":[{"name":"a","verdict":"SELECTED"},{"name":"b","verdict":"USABLE"},
        {"name":"c","verdict":"REJECTED"},{"name":"d","verdict":"USABLE"}]}\
        """);
    table("machine.json");
    List<Report> reports = MachineReports.in(folder);
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
  void keysThatAreMissingOrNewDoNotMatter() throws Exception {
    Path file =
        file("{\"new\":[{\"x\":null}],\"counters\":[" + COUNTER.replace("}", ",\"y\":1.5}") + "]}");
    assertThat(MachineReports.rows(file)).containsExactly(new Row("amd64-tsc", "USABLE", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"counters\":[{\"name\":\"amd64-tsc\",\"verdict\":\"USA",
        "[]",
        "{\"counters\":[]}",
        "{\"counters\":[{\"name\":\"amd64-tsc\"}]}",
        "{\"counters\":[{\"verdict\":\"USABLE\"}]}",
        "{\"counters\":[{\"name\":\"amd64-tsc\",\"verdict\":\"GOOD\"}]}",
        "{\"counters\":[{\"name\":\"x\",\"verdict\":\"REJECTED\",\"reason\":\"/home/alice/tmp\"}]}"
      })
  void whatIsNoReportIsRefusedInOneSentenceThatNamesTheFile(String json) throws Exception {
    Path file = file(json);
    assertThatThrownBy(() -> MachineReports.rows(file))
        .isInstanceOf(BadReport.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void soAreBytesThatAreNoTextAndBracketsWithoutEnd() throws Exception {
    Path file = folder.resolve("machine.json");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    assertThatThrownBy(() -> MachineReports.rows(file)).isInstanceOf(BadReport.class);
    Files.writeString(file, "[".repeat(1_000_000));
    assertThatThrownBy(() -> MachineReports.rows(file)).isInstanceOf(BadReport.class);
  }

  @Test
  void aFileWithoutARowAndARowWithoutAFileAreNamed() throws Exception {
    Path file = file("{\"counters\":[" + COUNTER + "]}");
    table();
    assertThatThrownBy(() -> MachineReports.in(folder)).hasMessageStartingWith(file + ": no row");
    table("machine.json", "other.json");
    assertThatThrownBy(() -> MachineReports.in(folder)).hasMessageContaining("names other.json");
    table("machine.json", "machine.json");
    assertThatThrownBy(() -> MachineReports.in(folder)).hasMessageContaining("two rows");
    table("machine.json");
    assertThat(MachineReports.in(folder)).extracting(Report::machine).containsExactly("example");
    assertThat(MachineReports.names(folder)).containsEntry("arm64 (Example)", "example");
  }
}
