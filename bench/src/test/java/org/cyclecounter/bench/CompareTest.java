// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.cyclecounter.bench.Comparison.Difference;
import org.cyclecounter.bench.Comparison.Summary;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareTest {

  private final FakeTimer timer = new FakeTimer();
  private final Bench bench = FakeTimer.bench(timer).targetSeconds(0.01).rounds(20);
  private int functions;

  @BeforeEach
  void takeOutCostOfReadings() {
    timer.readingsCost(0, 0);
  }

  /**
   * An iteration takes so many cycles of 1 ns, give or take a share of them. How often a function
   * is called before its rounds depends on time, so any 20 calls in a row have the same 20 factors.
   * Two functions take them in different orders, and each of the 400 ways in which these can meet
   * gives what the tests expect.
   */
  private BenchFunction noisy(double cycles, double share) {
    int step = ++functions % 2 == 0 ? 7 : 11;
    int[] calls = {0};
    return n -> {
      double factor = 1 + share * (2 * (calls[0]++ * step % 20) / 19.0 - 1);
      timer.nanos += (long) (n * cycles * factor);
      timer.cycles += (long) (n * cycles * factor);
    };
  }

  @Test
  void reportsDifferenceBeyondNoise() {
    Comparison comparison =
        bench.compare(Subject.of("a", noisy(100, 0.05)), Subject.of("b", noisy(120, 0.05)));
    Difference difference = comparison.differences().get(0);
    assertThat(difference.name()).isEqualTo("b");
    assertThat(difference.baseline()).isEqualTo("a");
    assertThat(difference.ratio()).isCloseTo(1.2, within(0.05));
    assertThat(difference.low()).isGreaterThan(1).isLessThan(difference.ratio());
    assertThat(difference.high()).isGreaterThan(difference.ratio());
    assertThat(difference.withinNoise()).isFalse();
    Summary summary = comparison.summaries().get(1);
    assertThat(summary.cycles().runs()).isBetween(1, 20);
    assertThat(summary.timings()).hasSizeBetween(20, 40); // some may really be disturbed
    assertThat(summary.cycles().median()).isCloseTo(120, within(3.0));
    assertThat(summary.cycles().interquartileRange()).isBetween(1.0, 12.0);
    assertThat(summary.cycles().medianAbsolutePercentageError()).isBetween(0.5, 5.0);
    assertThat(summary.seconds().median()).isCloseTo(120e-9, within(3e-9));
  }

  @Test
  void reportsDifferenceWithinNoise() {
    Difference difference =
        bench
            .compare(Subject.of("a", noisy(100, 0.2)), Subject.of("b", noisy(101, 0.2)))
            .differences()
            .get(0);
    assertThat(difference.withinNoise()).isTrue();
    assertThat(difference.low()).isLessThan(1);
    assertThat(difference.high()).isGreaterThan(1);
  }

  @Test
  void printsTable() {
    Comparison comparison =
        bench.compare(
            Subject.of("shift", noisy(100, 0)),
            Subject.of("a longer name", noisy(250, 0)),
            Subject.ofBytes("copy", noisy(100, 0), 4));
    assertThat(comparison.toString())
        .isEqualTo(
            """
                           cycles  quartiles             ns  quartiles         per
            shift          100.00  100.00 to 100.00  100.00  100.00 to 100.00  operation
            a longer name  250.00  250.00 to 250.00  250.00  250.00 to 250.00  operation  2.500 times shift (2.500 to 2.500 in this JVM)
            copy            25.00  25.00 to 25.00     25.00  25.00 to 25.00    byte       0.250 times shift (0.250 to 0.250 in this JVM)\
            """
                .stripIndent());
  }

  @Test
  void printsWhatIsNotKnown() {
    timer.cyclesValid = false;
    Comparison few =
        bench.rounds(1).compare(Subject.of("a", noisy(100, 0)), Subject.of("b", noisy(200, 0)));
    assertThat(few.toString())
        .contains("\na       -  ")
        .endsWith(" operation  2.000 times a (no interval: fewer than eight rounds)");
    assertThat(few.differences().get(0).withinNoise()).isTrue();
    Comparison same =
        bench.rounds(20).compare(Subject.of("a", noisy(100, 0)), Subject.of("b", noisy(100, 0)));
    assertThat(same.toString())
        .endsWith(" 1.000 times a (1.000 to 1.000 in this JVM), within noise");
  }

  @Test
  void countsDisturbedRunsOnlyWithoutOthers() {
    List<Timing> first = new ArrayList<>(Collections.nCopies(10, timing(100, false)));
    List<Timing> second = new ArrayList<>(Collections.nCopies(10, timing(200, false)));
    first.set(3, timing(900, true));
    second.set(5, timing(500, true));
    assertThat(Comparison.undisturbed(first)).hasSize(9).doesNotContain(first.get(3));
    assertThat(Comparison.undisturbed(first.subList(3, 4))).containsExactly(first.get(3));
    ToDoubleFunction<Timing> cycles = Timing::cyclesPerOperation;
    assertThat(Comparison.ratios(second, first, cycles)).hasSize(8).containsOnly(2);
    // An interval takes eight: otherwise all rounds have to do.
    assertThat(Comparison.ratios(second.subList(0, 8), first, cycles)).hasSize(8).contains(5);
  }

  private static Timing timing(double cycles, boolean disturbed) {
    return new Timing(1, 1, cycles, true, cycles > 0, "c", "tsc", null, disturbed, true);
  }

  @ParameterizedTest
  @CsvSource({"0, 200", "100, 0"})
  void comparesTimeWhereEitherSubjectHasNoCycles(double baseline, double other) {
    List<Subject> subjects = Stream.of("a", "b").map(name -> Subject.of(name, n -> {})).toList();
    List<Outcome> outcomes =
        DoubleStream.of(baseline, other)
            .mapToObj(cycles -> Collections.nCopies(8, timing(cycles, false)))
            .map(timings -> new Outcome(timings, List.of(), null))
            .toList();
    assertThat(Comparison.of(subjects, outcomes).differences())
        .containsExactly(new Difference("b", "a", 1, 1, 1, true));
  }

  @Test
  void refusesNoSubjectsAndNoRounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bench.compare())
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bench.rounds(0))
        .withMessageContaining("rounds must be positive, not 0");
  }
}
