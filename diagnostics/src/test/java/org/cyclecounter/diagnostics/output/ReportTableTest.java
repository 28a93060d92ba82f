// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.Reports;
import org.cyclecounter.diagnostics.TestSelected;
import org.cyclecounter.selector.counting.TickCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTableTest {

  private static final String NO_PMU =
      "no hardware cycle counter (no core PMU in /sys/bus/event_source/devices); usual in virtual"
          + " machines";

  private static CounterReport counter(
      String name, Verdict verdict, long precision, double scaling, String reason) {
    return Reports.clock(name, verdict, precision, scaling, false, reason);
  }

  private static SelectionReport report(CounterReport... counters) {
    return Reports.selection(2_596_118_000L, "/proc/cpuinfo: cpu MHz", List.of(counters));
  }

  private static SelectionReport machine() {
    return report(
        counter("amd64-pmc", Verdict.REJECTED, 0, 0, NO_PMU),
        counter(
            "amd64-tsc", Verdict.SELECTED, 101, 1, "usable: resolution 1 cycle (C), penalty 100"),
        counter("default-perfevent", Verdict.REJECTED, 0, 0, NO_PMU),
        counter("default-gettimeofday", Verdict.USABLE, 2796, 2596.118, "usable: slow"));
  }

  private static final Map<String, Counted> COUNTED =
      Map.of(
          "amd64-pmc", Counted.USER_CYCLES,
          "amd64-tsc", Counted.TICKS,
          "default-gettimeofday", Counted.TIME);

  private static final Map<String, Obstacle> OBSTACLES =
      Map.of(
          "amd64-pmc", Obstacle.NO_PMU,
          "default-perfevent", Obstacle.NO_PMU);

  private static List<String> lines(SelectionReport report) {
    return ReportTable.lines(
        new TestSelected(report, TickCounter.zero(1), COUNTED, OBSTACLES), false);
  }

  @Test
  void printsReasonOnceForAllThatShareIt() {
    assertThat(lines(machine()))
        .containsExactly(
            "  counter              kind  scope  precision     scaling read ns      counts",
            "  amd64-pmc            fixed thread  rejected           -       - user-cycles",
            "* amd64-tsc            fixed thread       101    1.000000       -       ticks",
            "  default-perfevent    fixed thread  rejected           -       -           -",
            "  default-gettimeofday fixed thread      2796 2596.118000       -        time",
            "",
            "amd64-pmc, default-perfevent",
            "  rejected: no hardware cycle counter (no core PMU in",
            "  /sys/bus/event_source/devices); usual in virtual machines",
            "amd64-tsc",
            "  usable: resolution 1 cycle (C), penalty 100",
            "default-gettimeofday",
            "  usable: slow",
            "",
            "see: cyclecounter help no-pmu",
            "amd64-tsc at 2596118000 cycles per second (/proc/cpuinfo: cpu MHz)",
            "selected in 2.0 ms");
    assertThat(FaqPointer.inContainer("see: cyclecounter help no-pmu"))
        .isEqualTo("see: cyclecounter:explain no-pmu");
  }

  @Test
  void leavesOutCountersOfOtherSystemsUnlessAllAreWanted() {
    CounterReport elsewhere = counter("other-clock", Verdict.REJECTED, 0, 0, "elsewhere only");
    CounterReport here = counter("amd64-tsc", Verdict.SELECTED, 101, 1, "works");
    String hidden = "1 counter of another system is not shown: list --all";
    assertThat(lines(report(here, elsewhere)))
        .contains(hidden)
        .noneMatch(line -> line.contains("other-clock"));
    assertThat(lines(report(here, elsewhere, elsewhere)))
        .contains("2 counters of other systems are not shown: list --all");
    TestSelected selected =
        new TestSelected(report(here, elsewhere), TickCounter.zero(1), COUNTED, OBSTACLES);
    assertThat(ReportTable.lines(selected, true)).contains("other-clock").doesNotContain(hidden);
    assertThat(ReportTable.lines(selected, "other-clock"))
        .noneMatch(line -> line.startsWith("* "))
        .contains("other-clock", "  rejected: elsewhere only")
        .doesNotContain(hidden);
  }

  @Test
  void printsNothingWiderThanTerminal() {
    String word = "x".repeat(200);
    List<CounterReport> counters = new ArrayList<>();
    for (int length = 1; length <= 64; length++) {
      counters.add(
          counter(
              "c" + "y".repeat(length - 1),
              length % 2 == 0 ? Verdict.REJECTED : Verdict.USABLE,
              1L << length % 62,
              Math.pow(10, length % 9),
              "a-b ".repeat(length) + word.substring(length)));
    }
    SelectionReport report = report(counters.toArray(CounterReport[]::new));
    assertThat(lines(report)).allMatch(line -> line.length() <= TextTable.COLUMNS);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 45, 10_000}) // 81 columns with the others, and more
  void nameThatIsTooLongStandsAloneAboveItsColumns(int length) {
    List<String> lines =
        lines(
            report(
                counter("c".repeat(length), Verdict.REJECTED, 0, 0, "no ".repeat(length)),
                counter("amd64-tsc", Verdict.SELECTED, 2796, 2596.118, "works")));
    assertThat(lines.get(1)).matches("  c+(\\.\\.\\.)?");
    assertThat(lines.get(2)).matches(" +fixed thread  rejected +- +- +-");
    assertThat(lines.get(2).indexOf("fixed")).isEqualTo(lines.get(3).indexOf("fixed"));
    assertThat(String.join("", lines)).hasSizeLessThan(5_000);
  }

  @Test
  void endsNoLineWithinWhatPeopleCopy() {
    String option = "-Dorg.cyclecounter.native.directory=/a-b/c.d";
    String reason = "a library cannot be loaded; probed /tmp: noexec, /var: noexec; @|x " + option;
    SelectionReport report = report(counter("amd64-tsc", Verdict.REJECTED, 0, 0, reason));
    assertThat(lines(report)).contains("  " + option);
  }

  @Test
  void textOfThirdPartiesStaysOnItsLine() {
    SelectionReport report =
        report(counter("two words\n", Verdict.REJECTED, 0, 0, "a\nb\u001b[2J"));
    assertThat(lines(report)).contains("two_words_", "  rejected: a b [2J");
  }
}
