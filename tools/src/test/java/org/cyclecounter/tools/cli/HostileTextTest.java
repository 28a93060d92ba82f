// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.HostileText;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.doctor.Diagnosis;
import org.cyclecounter.diagnostics.doctor.DiagnosisJson;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.doctor.DoctorText;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.diagnostics.output.InfoText;
import org.cyclecounter.diagnostics.output.ReportJson;
import org.cyclecounter.diagnostics.output.ReportTable;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every source of text is hostile at once; nothing of it reaches a terminal, a file or a log. */
class HostileTextTest {

  /** In characters: a provider's long texts are not printed. */
  private static final int MAX_OUTPUT = 200_000;

  @TempDir Path folder;

  /** Prints what programs get of a selection, then what the commands print of it. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      Selected selected = CycleCounterSelector.builder().systemSettings().build().select();
      SelectionReport report = selected.report();
      InfoMeasurements measurements = InfoMeasurements.of(selected.counter());
      MachineFacts machine = MachineFacts.read();
      Diagnosis diagnosis = Doctor.examine(selected, machine);
      List<String> lines = new ArrayList<>();
      lines.add(report.frequencySource());
      for (CounterReport counter : report.counters()) {
        lines.add(counter.name());
        lines.add(counter.reason());
      }
      lines.addAll(ReportTable.lines(selected, true));
      lines.addAll(InfoText.lines(selected));
      lines.add(ReportJson.of(selected, measurements));
      lines.addAll(DoctorText.lines(diagnosis));
      lines.add(DiagnosisJson.of(diagnosis, machine));
      new PrintStream(System.out, true, StandardCharsets.UTF_8).println(String.join("\n", lines));
      System.exit(0);
    }
  }

  private void service(String root, String name, String text) throws Exception {
    Path services = Files.createDirectories(folder.resolve(root).resolve("META-INF/services"));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Files.write(services.resolve(name), bytes);
  }

  @Tag("long")
  @Test
  void printsNoHiddenCharacter() throws Exception {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 6; i++) { // a line ends a name
      lines.append(HostileText.text(random, i == 5).replaceAll("[\n\r#]", "")).append('\n');
    }
    // A kind of character that no seed makes would not be tested.
    assertThat(lines).contains("\u009b", "\u202e", "\ud800", "\u2028");
    service("wrong", "CycleCounterProvider", lines.toString());
    service("wrong", "org.cyclecounter.CycleCounterProvider", lines.toString());
    service("wrong", CycleCounterProvider.class.getName(), lines.toString());
    service("right", CycleCounterProvider.class.getName(), HostileText.class.getName());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    for (String encoding : List.of("file", "stdout", "stderr")) {
      command.add("-D" + encoding + ".encoding=UTF-8");
    }
    for (String property : List.of("exclude", "scoring", "unknown\u202e\u009b")) {
      // No argument has a zero or a half of a pair.
      String value = HostileText.text(random, false).replaceAll("[\0,\ud800-\udfff]", "");
      command.add("-Dorg.cyclecounter." + property + "=" + value);
    }
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            folder.resolve("right").toString(),
            folder.resolve("wrong").toString(),
            System.getProperty("java.class.path")));
    command.add(Program.class.getName());
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
    String text = Files.readString(output);
    assertThat(text)
        .contains("hostile-4", "hostile-6", "beginx [2J", "\n{\"schema\":\"doctor-1\"")
        .hasSizeLessThan(MAX_OUTPUT)
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\n]]");
  }
}
