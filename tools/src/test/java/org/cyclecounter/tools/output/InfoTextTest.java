// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.tools.TestSelected;
import org.cyclecounter.tools.observe.InfoMeasurements;
import org.junit.jupiter.api.Test;

class InfoTextTest {

  static final String VERSION = "cpucycles version \\d{8}";
  static final String SETUP =
      "cpucycles tracesetup \\d+ [a-z0-9-]+ precision \\d+ scaling \\d+\\.\\d{6} only32 [01]";
  static final String PER_SECOND = "cpucycles persecond \\d+";
  static final String IMPLEMENTATION = "cpucycles implementation [a-z0-9-]+";
  static final String MEDIAN = "cpucycles median -?\\d+ ([+-]\\d+){63}";
  static final String OBSERVED =
      "cpucycles observed persecond \\d+\\.\\.\\.\\d+ with \\d+ loops \\d+ microseconds";

  private static CounterReport counter(
      String name, Verdict verdict, long precision, double scaling, boolean only32) {
    return new CounterReport(
        name,
        CounterKind.ON_CORE,
        Scope.CORE,
        verdict,
        precision,
        scaling,
        only32,
        "a \"reason\"\n",
        Duration.ofMillis(1),
        null);
  }

  static SelectionReport report() {
    return new SelectionReport(
        "0.1.0-SNAPSHOT",
        "arm32-cortex",
        1_000_000_000,
        "test",
        List.of(
            counter("arm32-cortex", Verdict.SELECTED, 8, 1, true),
            counter("default-perfevent", Verdict.REJECTED, 0, 0, false),
            counter("default-monotonic", Verdict.USABLE, 272, 3.1, false)),
        Duration.ofMillis(2));
  }

  static InfoMeasurements measurements() {
    List<Long> differences = new ArrayList<>(List.of(90L, 40L));
    while (differences.size() < 63) {
      differences.add(44L);
    }
    return new InfoMeasurements(
        44,
        differences,
        List.of(new InfoMeasurements.Observed(2_066_000_000L, 6_352_500_000L, 8192, 3)));
  }

  @Test
  void theLinesAreThoseOfCpucyclesInfoInItsOrder() {
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
  void aRealRunKeepsToTheGrammar() {
    List<String> lines =
        InfoText.lines(
            report(),
            InfoMeasurements.of(
                new TickCounter(System::nanoTime, "clock", Scope.SYSTEM, 1_000_000_000)));
    assertThat(lines.get(0)).matches(VERSION);
    assertThat(lines.subList(1, 4)).allMatch(line -> line.matches(SETUP));
    assertThat(lines.get(4)).matches(PER_SECOND);
    assertThat(lines.get(5)).matches(IMPLEMENTATION);
    assertThat(lines.get(6)).matches(MEDIAN);
    assertThat(lines.subList(7, lines.size()))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(11)
        .allMatch(line -> line.matches(OBSERVED));
  }

  @Test
  void aRejectedNameOfAnyCharactersIsOneWord() {
    List<String> names = List.of("two words", "", "\u00e4\ud83d\ude00\n", "plain-1.x_y");
    SelectionReport report =
        new SelectionReport(
            "20240114",
            "plain",
            1,
            "test",
            names.stream().map(name -> counter(name, Verdict.REJECTED, 0, 0, false)).toList(),
            Duration.ZERO);
    assertThat(InfoText.lines(report, measurements()).subList(1, 5))
        .allMatch(line -> line.split(" ").length == 10)
        .extracting(line -> line.split(" ")[3])
        .containsExactly("two_words", "_", "___", "plain-1.x_y");
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
}
