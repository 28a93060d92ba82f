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
    StringBuilder table = new StringBuilder("| report | machine | Java |\n|---|---|---|\n");
    for (String file : files) {
      table.append("| [`%s`](%s) | arm64 (Example) | 17 |\n".formatted(file, file));
    }
    Files.writeString(folder.resolve("README.md"), table);
  }

  @Test
  void everyReportIsReadAndNamesAMachine() throws Exception {
    List<Report> reports = MachineReports.in(ROOT.resolve("docs/machines"));
    assertThat(reports).isNotEmpty();
    for (Report report : reports) {
      assertThat(report.machine()).as(report.file().toString()).matches("\\S+ \\(.+\\)");
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

  /** Whichever machine the README's table was written on last. */
  @Test
  void theReadmesTableSaysRunOnHardwareForWhatTheyShow() throws Exception {
    List<String> readme = Files.readAllLines(ROOT.resolve("README.md"));
    List<Report> reports = MachineReports.in(ROOT.resolve("docs/machines"));
    assertThat(readme)
        .anyMatch(line -> line.startsWith("| `default-monotonic` | run on hardware |"));
    assertThat(ReportedRows.added(readme, reports)).isEqualTo(readme);
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
            "| counter | state | compiled for | user | system | hardware | needs |",
            "| `a` | compiled | x | | |  | n |",
            "| `b` | compiled | x | | | is rejected: arm64 (Example) | n |",
            "| `c` | compiled | x | | |  | n |",
            "| `d` | run on hardware | x | | | rises: other (Old); is rejected: more | n |");
    List<String> after =
        List.of(
            before.get(0),
            "| `a` | run on hardware | x | | | rises: arm64 (Example) | n |",
            "| `b` | run on hardware | x | | | rises: arm64 (Example); is rejected: arm64 (Example)"
                + " | n |",
            before.get(3),
            "| `d` | run on hardware | x | | | rises: arm64 (Example), other (Old); is rejected:"
                + " more | n |");
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
    assertThat(MachineReports.in(folder))
        .extracting(Report::machine)
        .containsExactly("arm64 (Example)");
  }
}
