// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.UsableReasons;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The evidence about a counter, step by step, and the report of it. */
class CandidateStateTest {

  private static final Candidate ON = Fixtures.candidate("on", ON_CORE, false);
  private static final EventState USER = new EventState(10, 10, false);
  private static final EventState ALL = new EventState(10, 10, true);

  private static CandidateState pending() {
    return new CandidateState(ON);
  }

  private static CandidateState measured(Candidate candidate, int bits, Ratio ratio) {
    return Fixtures.measured(candidate, () -> 1, Fixtures.measured(1, bits, ratio));
  }

  private static CandidateState described(Candidate candidate, @Nullable JavaMeasurement seen) {
    CandidateState state = Fixtures.works(candidate, 5);
    state.describe(seen, Counted.USER_CYCLES, "COUNT");
    return state;
  }

  private static Candidate ours(boolean isForThisProcessor) {
    return Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged("", isForThisProcessor), true);
  }

  private static IsolationResult outcome(Result result, boolean natively) {
    Rejection why = result == Result.PASSED ? null : Fixtures.NO;
    Duration cost = Duration.ofNanos(1_250_000);
    return new IsolationResult(result, why, natively, !natively, Obstacle.SHARED, cost);
  }

  private static String reason(CandidateState state) {
    return SelectionReports.of(state, 0, false, "", 1_000_000_000).reason();
  }

  /** The time in tenths of a millisecond; a remark if it prints. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "DIED       | false | true  | probed natively, 1.3 ms: no; mayCrash() returned false, but"
            + " it crashed or hung",
        "DIED       | true  | true  | probed natively, 1.3 ms: no",
        "FAILED     | false | true  | no; probed natively, 1.3 ms",
        "FAILED     | true  | false | no; probed in a child JVM, 1.3 ms, it prints",
        "NOT_PROBED | false | false | no"
      })
  void reportsWhereCounterFailedBeforeThisProcess(
      Result result, boolean mayCrash, boolean natively, String expected) {
    CandidateState state = new CandidateState(Fixtures.candidate("on", ON_CORE, mayCrash));
    state.fail(outcome(result, natively));
    assertThat(reason(state)).isEqualTo(expected);
    assertThat(state.isUnprobed).isEqualTo(result == Result.NOT_PROBED);
    assertThat(state.isPending()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "NO_JAVA, NO_LAUNCHER",
    "NO_LAUNCHER, NO_LAUNCHER",
    "NOT_EXECUTABLE, NO_LAUNCHER",
    "OUT_OF_FILES, TOO_MANY_FILES",
    "SYSTEM_OUT_OF_FILES, SYSTEM_FILES",
    "REFUSED, NOT_PROBED"
  })
  void reportsWhyNoProcessCouldBeStarted(Code code, Obstacle obstacle) {
    Rejection why = Rejection.of(code, "java");
    CandidateState state = pending();
    state.fail(new IsolationResult(Result.NOT_PROBED, why, false, false, null, Duration.ZERO));
    assertThat(state.reportedObstacle()).isEqualTo(obstacle);
    assertThat(state.isUnprobed).isTrue();
    assertThat(reason(state)).contains("; if that cannot be changed, -Dorg.cyclecounter.isolation");
  }

  /** Leaves to the report those that a first reading did not reach, or did not need. */
  @ParameterizedTest
  @EnumSource(names = {"BUDGET", "BUDGET_SHARE", "NOT_WORTH"})
  void leavesToTheReportCounterThatFirstReadingCouldNotAfford(Code code) {
    Rejection why = Rejection.of(code, "2");
    CandidateState state = pending();
    state.fail(new IsolationResult(Result.FAILED, why, false, false, null, Duration.ZERO));
    assertThat(state.isPending()).isTrue();
    assertThat(reason(state)).isEqualTo(why.sentence()).contains("report");
  }

  @Test
  void rejectsCounterThatFailsInChildBeforeItIsMeasuredFromJava() {
    CandidateState state = Fixtures.works(ON, 5);
    state.fail(outcome(Result.FAILED, true));
    assertThat(state.isUsable()).isFalse();
    assertThat(reason(state)).startsWith("no");
    assertThat(state.reportedObstacle()).isEqualTo(Obstacle.SHARED);
  }

  @Test
  void mayLoseCheckedCountersAndThirdParties() {
    TickSource losable = CheckedTicks.losable(FakeTicks.of(0), "taken away");
    TickSource checked = new CheckedTicks(FakeTicks.of(0), "cannot be read");
    Candidate ours = Fixtures.candidate(Fixtures.OURS, ON.source(), true);
    assertThat(Fixtures.works(ON, 5).mayBeLost()).isTrue();
    assertThat(Fixtures.works(ours, 5).mayBeLost()).isFalse();
    assertThat(Fixtures.works(ours, 5, losable).mayBeLost()).isTrue();
    assertThat(Fixtures.works(ours, 5, checked).mayBeLost()).isTrue();
  }

  @Test
  void asksOnlyOurOwnSourceBeforeItIsDescribed() {
    assertThat(Fixtures.works(ON, 5).counted).isNull();
    assertThat(Fixtures.works(ON, 5).instruction()).isEmpty();
    assertThat(Fixtures.works(ours(true), 5).instruction()).isEqualTo("READ");
    CandidateState described = described(ours(true), null);
    assertThat(described.counted).isEqualTo(Counted.USER_CYCLES);
    assertThat(described.instruction()).isEqualTo("COUNT");
    described.reject(Fixtures.NO, null);
    assertThat(described.counted).isNull();
  }

  @Test
  void givesFactsOfCountersThatWorkOrCouldWork() {
    Candidate theirs = Fixtures.candidate(Fixtures.THEIRS, ours(false).source(), true);
    List<CandidateState> states =
        List.of(
            Fixtures.rejected(ours(true), Obstacle.NOT_PROBED),
            described(ON, null),
            Fixtures.rejected(Fixtures.candidate("off", OFF_CORE, false), Obstacle.NOT_PROBED),
            Fixtures.rejected(Fixtures.candidate("left-out", OFF_CORE, false), null));
    CounterDetails details = new CounterDetails(Scoring.LIBCPUCYCLES_20240114, states);
    assertThat(List.of("packaged", "on", "off", "left-out", "nonsense"))
        .extracting(
            one -> details.counted(one) + " " + details.obstacle(one) + details.instruction(one))
        .containsExactly(
            "Optional[core cycles in user mode and in the kernel] Optional[NOT_PROBED]READ",
            "Optional[core cycles in user mode] Optional.emptyCOUNT",
            "Optional.empty Optional[NOT_PROBED]", // a third party's
            "Optional.empty Optional.empty",
            "Optional.empty Optional.empty");
    assertThat(details.isOfAnotherSystem("packaged")).isFalse();
    assertThat(ours(false).isOfAnotherSystem()).isTrue();
    assertThat(theirs.isOfAnotherSystem()).as("not asked").isFalse();
    assertThat(Fixtures.rejected(ours(false), Obstacle.NOT_PROBED).reportedObstacle())
        .as("of another processor's counter")
        .isNull();
    assertThat(Fixtures.rejected(theirs, Obstacle.NOT_PROBED).reportedObstacle()).isNotNull();
  }

  @Test
  void reportsTheRateAndTheLatestStateOfEventsSeenFromJava() {
    Precision precision = Fixtures.measured(5, 64, Ratio.ONE).precision();
    Measurement measurement = new Measurement(64, Ratio.ONE, 0, precision, false, USER, 0);
    CandidateState state = Fixtures.measured(ON, () -> 1, measurement);
    state.describe(new JavaMeasurement(null, 0, 24e6, ALL, ""), Counted.TIME, "");
    OptionalLong five = OptionalLong.of(5);
    assertThat(SelectionReports.of(state, 5, true, "", 1_000_000_000).measured())
        .isEqualTo(
            new Measured(
                OptionalLong.empty(), five, 1, OptionalDouble.of(24e6), OptionalDouble.of(1)));
  }

  @Test
  void reportsCounterInUseAloneIfOthersAreNotProbedInTime() {
    Installation inUse = Fixtures.installed(Fixtures.works(ON, 5));
    assertThat(SelectionReports.ofPending(new Frequency(7, ""), inUse).counters())
        .extracting(one -> one.name() + " " + one.verdict() + ": " + one.reason())
        .containsExactly("on SELECTED: " + UsableReasons.PENDING);
  }

  @Test
  void isTheSameByProviderNameWidthAndScaling() {
    CandidateState one = measured(ON, 64, Ratio.of(5, 2));
    assertThat(one.isSame(measured(ON, 64, Ratio.of(10, 4)))).isTrue();
    List<CandidateState> others =
        List.of(
            measured(ON, 32, Ratio.of(5, 2)),
            measured(ON, 64, Ratio.ONE),
            measured(Fixtures.candidate("other", ON_CORE, false), 64, Ratio.of(5, 2)),
            measured(Fixtures.candidate(Fixtures.OURS, ON.source(), false), 64, Ratio.of(5, 2)));
    assertThat(others).noneMatch(one::isSame).noneMatch(other -> other.isSame(one));
  }
}
