// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.Reports;
import org.cyclecounter.diagnostics.doctor.Advice;
import org.cyclecounter.diagnostics.doctor.Command;
import org.cyclecounter.diagnostics.doctor.Diagnosis;
import org.cyclecounter.diagnostics.doctor.DoctorText;
import org.cyclecounter.diagnostics.doctor.Remedy;
import org.cyclecounter.diagnostics.doctor.Warning;
import org.cyclecounter.diagnostics.output.FaqEntry;
import org.cyclecounter.diagnostics.output.TextTable;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.report.LastResortReasons;
import org.junit.jupiter.api.Test;

/** The FAQ has an entry for whatever a printed line may name. */
class FaqTest {

  private static final CounterReport TSC =
      Reports.counter(
          "amd64-tsc", CounterKind.OFF_CORE, Scope.SYSTEM, Verdict.SELECTED, "works", null);

  private static List<String> entries() throws IOException {
    return Files.readAllLines(Path.of("../docs/faq.md")).stream()
        .filter(line -> line.startsWith("### "))
        .map(line -> line.substring("### ".length()))
        .toList();
  }

  private static List<String> all() {
    return Stream.<Enum<?>>concat(Stream.of(Obstacle.values()), Stream.of(Warning.Kind.values()))
        .map(Formatted::word)
        .toList();
  }

  private static Diagnosis diagnosis(List<Advice> advice, List<Warning> warnings) {
    return new Diagnosis(TSC, "in use", advice, warnings);
  }

  @Test
  void obstacleAndWarningHaveOneEntryEach() throws IOException {
    assertThat(all()).doesNotHaveDuplicates();
    assertThat(entries()).doesNotHaveDuplicates().containsAll(all());
    assertThat(FaqEntry.topics()).isEqualTo(entries());
    assertThat(all())
        .allSatisfy(
            topic ->
                assertThat(FaqEntry.of(topic))
                    .startsWith(topic)
                    .hasSizeGreaterThan(1)
                    .allMatch(line -> line.length() <= TextTable.COLUMNS));
    assertThat(FaqEntry.of("nonsense")).isEmpty();
  }

  @Test
  void warningThatClockIsReadHasEntry() throws IOException {
    for (LastResortReasons.Surroundings surroundings : LastResortReasons.Surroundings.values()) {
      String warning = LastResortReasons.warning(LastResortReasons.reason(surroundings));
      assertThat(warning).contains("; see docs/faq.md#");
      assertThat(entries()).contains(warning.substring(warning.lastIndexOf('#') + 1));
    }
  }

  @Test
  void headingOfEntryIsItsAnchor() throws IOException {
    assertThat(entries()).allMatch(heading -> heading.matches("[a-z]+(-[a-z]+)*"));
  }

  @Test
  void doctorEndsWithEntriesOfItsWordsAndStatusOfItsAdvice() {
    Command command = new Command(Command.Place.HERE, "sysctl -w kernel.nmi_watchdog=0");
    Remedy remedy = new Remedy(List.of(command), "costs");
    Advice advice =
        new Advice("amd64-pmc", CounterKind.ON_CORE, Obstacle.TAKEN, "now", "gives", remedy);
    Warning turbo = new Warning(Warning.Kind.TURBO, "it is on", Remedy.NONE);
    Diagnosis better = diagnosis(List.of(advice, advice), List.of(turbo));
    Diagnosis best = diagnosis(List.of(), List.of(turbo));
    assertThat(DoctorText.lines(better)).endsWith("", "see: cyclecounter help taken turbo");
    assertThat(DoctorCommand.status(better)).isOne();
    assertThat(DoctorText.lines(best)).endsWith("see: cyclecounter help turbo");
    assertThat(DoctorCommand.status(best)).isZero();
    assertThat(DoctorText.lines(diagnosis(List.of(), List.of())))
        .noneMatch(line -> line.contains("see: "));
  }
}
