// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.BenchCounter;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.command.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Output of a measurement: rows as they come, and the rest after an interruption. */
class MeasureOutputTest {

  private static final MeasureCounter COUNTER =
      new MeasureCounter(
          BenchCounter.only(null),
          new SelectionReport("1", "amd64-tsc", 1_000_000_000, "test", List.of(), Duration.ZERO),
          Scope.SYSTEM,
          Counted.TICKS);

  private static final Operation FIRST = operation("first", 0);
  private static final Operation SECOND = operation("second", 64);
  private static final Operation THIRD = operation("third", 64);

  private static final Timing TIMING =
      new Timing(10, 2e-6, 3210, true, true, "monotonic", "amd64-tsc", Counted.TICKS, false, true);
  private static final Outcome OUTCOME =
      new Outcome(Collections.nCopies(9, TIMING), List.of(), null);

  private final StringWriter out = new StringWriter();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private MeasureOutput output(boolean json, String... child) {
    MeasureCommand command = new MeasureCommand();
    new CommandLine(command)
        .parseArgs(
            Stream.concat(
                    Stream.of(json ? "--json" : "--no-progress", "--jvms=1"), Stream.of(child))
                .toArray(String[]::new));
    return new MeasureOutput(
        new PrintWriter(out),
        new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, 3),
        command.options,
        0.5,
        60,
        9,
        command.jvms,
        null,
        List.of(FIRST, SECOND, THIRD));
  }

  /** In which the first operation has been measured. */
  private MeasureOutput withFirst(boolean json) {
    MeasureOutput output = output(json);
    output.ready(COUNTER, () -> "the timer");
    output.begins(0, 0);
    output.has(0, OUTCOME);
    return output;
  }

  private static Operation operation(String name, long bytes) {
    return new Operation(name, bytes, () -> n -> {});
  }

  private String error() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void rowsArePrintedAtTheEndInTheOrderOfTheOperations() {
    MeasureOutput output = output(false);
    output.ready(COUNTER, () -> "the timer");
    for (int operation : new int[] {1, 0, 2}) {
      output.begins(operation, 0);
      output.has(operation, OUTCOME);
    }
    assertThat(out.toString()).isEmpty();
    output.end();
    assertThat(out.toString().lines().limit(3))
        .containsExactly(
            "operation bytes cycles/op 99 % interval smallest per byte  ns/op",
            "first         -    321.00   +0.0 +0.0 %   321.00        - 200.00",
            "second       64    321.00   +0.0 +0.0 %   321.00    5.016 200.00");
  }

  @Test
  void interruptionPrintsTheRestOnceAndSaysWhatWasRunning() {
    MeasureOutput output = withFirst(false);
    output.begins(1, 0);
    output.interrupt();
    String printed = out.toString();
    assertThat(error())
        .matches(
            "Interrupted: second of 64 bytes had run for \\d+\\.\\d s; 1 of 3 had ended"
                + " before\\.\\R");
    assertThat(printed).contains("amd64-tsc at 1000000000 cycles per second (test)", "the timer");
    output.has(1, OUTCOME);
    output.end();
    output.interrupt();
    assertThat(out.toString()).isEqualTo(printed);
    assertThat(error()).hasLineCount(1);
  }

  @Test
  void interruptionLeavesOneJsonDocument() {
    MeasureOutput output = withFirst(true);
    assertThat(out.toString()).isEmpty();
    output.begins(1, 0);
    output.interrupt();
    output.has(1, OUTCOME);
    output.end();
    assertThat(out.toString())
        .hasLineCount(1)
        .startsWith(
            "{\"schema\":\"measure-1\",\"version\":\""
                + Version.read()
                + "\",\"libcpucyclesVersion\":\"20240114\","
                + "\"implementation\":\"amd64-tsc\"")
        .containsOnlyOnce("\"operations\":10,")
        .containsPattern(
            "\"interrupted\":true,\"running\":\\{\"name\":\"second\",\"bytes\":64,\"seconds\":[-.0-9E]+},"
                + "\"notMeasured\":\\[\\{\"name\":\"third\",\"bytes\":64}]}\\R$");
  }

  @Test
  void interruptionDoesNotNameTheReference() {
    MeasureOutput output = withFirst(false);
    output.begins(3, 0); // the reference stands behind the operations
    output.interrupt();
    assertThat(error()).startsWith("Interrupted: no operation was running; 1 of 3 had ended");
  }

  @Test
  void interruptionBeforeSelectionLeavesDocument() {
    output(true).interrupt();
    assertThat(out.toString())
        .startsWith("{\"schema\":\"measure-1\",\"version\":\"" + Version.read() + "\",")
        .contains("\"libcpucyclesVersion\":\"20240114\",\"implementation\":null")
        .contains("\"results\":[],\"reference\":null,\"interrupted\":true,\"running\":null")
        .containsPattern("\"notMeasured\":\\[.*first.*second.*third.*]}");
    assertThat(error())
        .startsWith("Interrupted: a counter was being selected; 0 of 3 had ended before.");
  }

  @Test
  void longNamesAndLargeNumbersStayWithinTheColumns() {
    String name = "org.example.benchmarks.AQuiteLongClassName#aQuiteLongMethodName";
    Operation operation = operation(name, 1 << 20);
    Timing timing = new Timing(1, 123456, 1e14, true, true, "", "", Counted.TICKS, false, true);
    Outcome outcome = new Outcome(List.of(timing), List.of(), null);
    List<String> lines = MeasureTable.of(List.of(operation.measured(outcome, 60)));
    assertThat(lines.get(1)).isEqualTo(name);
    assertThat(lines.get(2)).endsWith(" 1.000e+14             - 1.000e+14 95367432 1.235e+14");
    assertThat(lines).hasSize(3).allMatch(line -> line.length() <= 80);
  }

  @Test
  void rowAndJsonSayThatAnOperationIsNotCompiled() {
    Timing early = new Timing(9, 2e-6, 3, true, true, "c", "tsc", Counted.TICKS, false, false);
    Outcome outcome = new Outcome(List.of(TIMING, TIMING, early), List.of(), null);
    MeasuredOperation measured = FIRST.measured(outcome, 60);
    assertThat(MeasureTable.of(List.of(measured)).get(1)).contains(" 321.00  not compiled ");
    assertThat(MeasureJson.result(measured)).containsEntry("status", "not compiled");
  }

  @ParameterizedTest
  @CsvSource({"--runs=9, 1", "--jvm=1 of 3, 2"})
  void warningsAreMergedOnceNotInAChild(String option, int warnings) {
    MeasureOutput output = output(false, option);
    output.has(0, new Outcome(OUTCOME.timings(), List.of("Lost 2 %.", "Lost 3 %."), null));
    assertThat(output.measurements().get(0).warnings()).hasSize(warnings);
  }

  @Test
  void warningsOfOneKindAreMerged() {
    assertThat(
            SimilarWarnings.merged(
                List.of(
                    "Waited 3 % of 9.",
                    "Moved.",
                    "Waited 12 % of 9.",
                    "Moved.",
                    "Busy 7 ms: 2.50 not 10.00.",
                    "Busy 7 ms: 3.00 not 9.00.")))
        .containsExactly(
            "2 times: Waited 3 to 12 % of 9.",
            "2 times: Moved.", "2 times: Busy 7 ms: 2.50 to 3.00 not 9.00 to 10.00.");
  }
}
