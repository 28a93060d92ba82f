// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.Reports;
import org.cyclecounter.diagnostics.TestSelected;
import org.cyclecounter.diagnostics.observe.InfoMeasurements;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

class InfoTextTest {

  private static CounterReport counter(
      String name, Verdict verdict, long precision, double scaling, boolean only32) {
    return Reports.clock(name, verdict, precision, scaling, only32, "a \"reason\"\n");
  }

  private static SelectionReport report() {
    return Reports.selection(
        1_000_000_000,
        "test",
        List.of(
            counter("arm32-cortex", Verdict.SELECTED, 8, 1, true),
            counter("default-perfevent", Verdict.REJECTED, 0, 0, false),
            counter("default-monotonic", Verdict.USABLE, 272, 3.1, false)));
  }

  private static InfoMeasurements measurements() {
    return measurements(Scoring.LIBCPUCYCLES_20240114, 63);
  }

  private static InfoMeasurements measurements(Scoring release, int count) {
    List<Long> differences = new ArrayList<>(List.of(90L, 40L));
    while (differences.size() < count) {
      differences.add(44L);
    }
    return new InfoMeasurements(
        release,
        44,
        differences,
        List.of(new InfoMeasurements.Observed(2_066_000_000L, 6_352_500_000L, 8192, 3)));
  }

  @Test
  void printsLinesOfCpucyclesInfoInItsOrder() {
    assertThat(InfoText.lines(report(), measurements()))
        .startsWith(
            "cpucycles version 20240114",
            "cpucycles tracesetup 0 arm32-cortex precision 8 scaling 1.000000 only32 1",
            "cpucycles tracesetup 1 default-perfevent precision 0 scaling 0.000000 only32 0",
            "cpucycles tracesetup 2 default-monotonic precision 272 scaling 3.100000 only32 0",
            "cpucycles persecond 1000000000",
            "cpucycles implementation arm32-cortex",
            "cpucycles median 44 +46-4" + "+0".repeat(61))
        .endsWith(
            "cpucycles observed persecond 2066000000...6352500000 with 8192 loops 3 microseconds");
  }

  @Test
  void linesOf20260901HaveItsVersionAndTheInterquartileMean() {
    InfoMeasurements measurements = measurements(Scoring.LIBCPUCYCLES_20260901, 64);
    assertThat(InfoText.lines(report(), measurements))
        .startsWith("cpucycles version 20260901")
        .contains("cpucycles iqm 44 +46-4" + "+0".repeat(62));
  }

  @Test
  void measuresByTheReleaseThatScores() {
    try (Selected selected =
        CycleCounterSelector.builder()
            .providers(
                List.of(TestCounter.provider(TestCounter.rising("test", CounterKind.ON_CORE, 5))))
            .scoring(Scoring.LIBCPUCYCLES_20260901)
            .build()
            .select()) {
      assertThat(InfoText.lines(selected))
          .contains("cpucycles version 20260901")
          .anyMatch(line -> line.matches("cpucycles iqm -?\\d+ ([+-]\\d+){64}"));
    }
  }

  @Test
  void nameOfAnyCharactersIsOneWord() {
    CounterReport rejected = counter("two \u00e4\ud83d\ude00\n", Verdict.REJECTED, 0, 0, false);
    SelectionReport report = Reports.selection(1, "test", List.of(rejected));
    assertThat(InfoText.lines(report, measurements()).get(1).split(" "))
        .hasSize(10)
        .contains("two____");
  }

  @Test
  void jsonEscapesWhatAReasonContains() {
    String json =
        ReportJson.of(
            new TestSelected(report(), TickCounter.zero(1_000_000_000), Map.of(), Map.of()),
            measurements());
    assertThat(json)
        .startsWith(
            "{\"schema\":\"info-1\",\"version\":\""
                + Version.read()
                + "\",\"libcpucyclesVersion\":\"20240114\","
                + "\"implementation\":\"arm32-cortex\"")
        .contains("\"reason\":\"a \\\"reason\\\"\\u000a\"")
        .contains("\"precisionCycles\":272,\"scaling\":3.1,\"only32\":false")
        .contains("\"costNs\":1000000")
        .endsWith("\"loops\":8192,\"microseconds\":3}]}");
  }

  @Test
  void jsonAndTableHaveTheEvidence() {
    Measured measured =
        Reports.measured(26, 28, 11.6, OptionalDouble.of(2e9), OptionalDouble.of(1));
    CounterReport counter =
        Reports.counter(
            "user", CounterKind.ON_CORE, Scope.CORE, Verdict.SELECTED, "usable", measured);
    SelectionReport report = Reports.selection(1, "test", List.of(counter));
    TestSelected selected =
        new TestSelected(
            report, TickCounter.zero(1), Map.of("user", Counted.CORE_CYCLES), Map.of());
    assertThat(ReportJson.of(selected))
        .contains("\"differenceInCCycles\":26,\"differenceFromJavaCycles\":28,")
        .contains("\"nanosPerRead\":11.6,\"observedHz\":2.0E9,\"sharedFraction\":1.0,")
        .contains("\"counts\":\"CORE_CYCLES\"");
    assertThat(String.join("\n", ReportTable.lines(selected, true)))
        .containsPattern("1\\.000000 +11\\.6 core-cycles\n");
  }

  @Test
  void jsonHasTheWholeReasonOfTenThousandCharacters() {
    String text = "<b>'& ".repeat(1666) + "end.";
    TestCounter refusing =
        new TestCounter(
            "refusing",
            CounterKind.ON_CORE,
            () -> {
              throw new CounterUnavailableException(text);
            });
    try (Selected selected =
        CycleCounterSelector.builder()
            .providers(List.of(TestCounter.provider(refusing)))
            .build()
            .select()) {
      assertThat(ReportJson.of(selected)).contains("\"name\":\"refusing\"", "\"reason\":\"" + text);
    }
  }
}
