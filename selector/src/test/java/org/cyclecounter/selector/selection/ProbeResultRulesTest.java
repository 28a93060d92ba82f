// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.selection.ProbeResult.Description;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of a counter step by step, and what follows from it. */
class ProbeResultRulesTest {

  private static final Duration MS = Duration.ofMillis(1);
  private static final String THEIRS = Fixtures.THEIRS.getClass().getName();
  private static final Candidate ON = Fixtures.candidate("on", ON_CORE, false);
  private static final Description SAID = said(null);
  private static final EventState USER = new EventState(10, 10, false);
  private static final EventState ALL = new EventState(10, 10, true);

  private static ProbeResult with(Candidate candidate, Measurement measurement) {
    return ProbeResult.pending(candidate).measured(() -> 1, measurement, null);
  }

  private static Description said(@Nullable JavaMeasurement seen) {
    return new Description(seen, Counted.USER_CYCLES, "COUNT");
  }

  private static ProbeResult rejected(Candidate candidate, Obstacle obstacle) {
    return ProbeResult.pending(candidate).rejected(Fixtures.NO, obstacle);
  }

  private static Candidate ours(Fixtures.Packaged source) {
    return Fixtures.candidate(Fixtures.OURS, source, true);
  }

  @Test
  void worksIfItIsOpenAndHasAPrecision() {
    assertThat(Fixtures.works(ON, 5).usable()).isTrue();
    assertThat(Fixtures.works(ON, 0).usable()).isFalse();
    assertThat(Fixtures.works(ON, 5, null).usable()).isFalse();
    assertThat(Fixtures.works(ON, 5).isPending()).isFalse();
    ProbeResult pending = ProbeResult.pending(ON);
    assertThat(pending.usable()).isFalse();
    assertThat(pending.isPending()).isTrue();
    assertThat(pending.rejected(Fixtures.NO).isPending()).isFalse();
    assertThat(pending.scaling()).isZero();
    assertThat(with(ON, Fixtures.measured(1, 32, Ratio.of(5, 2))).scaling()).isEqualTo(2.5);
  }

  @Test
  void keepsWhatWasMeasuredAndNotTheSourceOfRejectedCounter() {
    ProbeResult rejected = Fixtures.works(ON, 5).addCost(MS).rejected(Fixtures.NO, Obstacle.SHARED);
    assertThat(rejected.source()).isNull();
    assertThat(rejected.usable()).isFalse();
    assertThat(rejected.rejection()).isEqualTo(Fixtures.NO);
    assertThat(rejected.reportedObstacle()).isEqualTo(Obstacle.SHARED);
    assertThat(rejected.cycles()).isEqualTo(5);
    assertThat(rejected.cost()).isEqualTo(MS);
    assertThat(Fixtures.works(ON, 5).rejected(Fixtures.NO).reportedObstacle()).isNull();
  }

  @Test
  void addsTheTimeAndTheFindingsOfEachStep() {
    IsolationResult passed = new IsolationResult(Result.PASSED, null, false, false, null, MS);
    ProbeResult pending = ProbeResult.pending(ON).addCost(MS).afterChildJvm(passed);
    assertThat(pending.isPending()).isTrue();
    Measurement measurement = Fixtures.measured(5, 64, Ratio.ONE);
    JavaMeasurement seen = new JavaMeasurement(null, 1e9, ALL, "");
    ProbeResult described =
        pending.measured(() -> 1, measurement, null).addCost(MS).with(said(seen)).addCost(MS);
    assertThat(described.cost()).isEqualTo(MS.multipliedBy(3));
    assertThat(described.inChildJvm()).isSameAs(passed);
    assertThat(described.fromJava()).isSameAs(seen);
    assertThat(described.usable()).isTrue();
    IsolationResult again =
        new IsolationResult(Result.FAILED, Fixtures.NO, true, false, Obstacle.SHARED, MS);
    ProbeResult failed = described.failed(again);
    assertThat(failed.usable()).isFalse();
    assertThat(SelectionReports.of(failed, 0, false, "").reason())
        .isEqualTo(
            "no; probed natively, 1.0 ms; probed in a child JVM, 1.0 ms (of " + THEIRS + ")");
    assertThat(failed.reportedObstacle()).isEqualTo(Obstacle.SHARED);
  }

  /** The time in tenths of a millisecond; what it prints is a remark. */
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
    Candidate candidate = Fixtures.candidate("on", ON_CORE, mayCrash);
    Duration cost = Duration.ofNanos(1_250_000);
    ProbeResult failed =
        ProbeResult.pending(candidate)
            .failed(new IsolationResult(result, Fixtures.NO, natively, !natively, null, cost));
    assertThat(SelectionReports.of(failed, 0, false, "").reason()).isEqualTo(expected);
    assertThat(failed.notProbed()).isEqualTo(result == Result.NOT_PROBED);
    assertThat(failed.isPending()).isFalse();
  }

  /** Leaves to the report those that a first reading did not reach, or did not need. */
  @ParameterizedTest
  @EnumSource(names = {"BUDGET", "BUDGET_SHARE", "NOT_WORTH"})
  void leavesToTheReportWhatFirstReadingCouldNotAfford(Code code) {
    Rejection why = Rejection.of(code, "2");
    IsolationResult outcome =
        new IsolationResult(Result.OVER_BUDGET, why, false, false, null, Duration.ZERO);
    ProbeResult pending = ProbeResult.pending(ON).failed(outcome);
    assertThat(pending.isPending()).isTrue();
    assertThat(SelectionReports.of(pending, 0, false, "").reason())
        .isEqualTo(why.sentence())
        .contains("report");
    assertThat(pending.afterChildJvm(outcome).rejection()).isNull();
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
    assertThat(Fixtures.works(ON, 5).counted()).isNull();
    assertThat(Fixtures.works(ON, 5).instruction()).isEmpty();
    Candidate ours = ours(new Fixtures.Packaged(""));
    assertThat(Fixtures.works(ours, 5).instruction()).isEqualTo("READ");
    ProbeResult described = Fixtures.works(ours, 5).with(SAID).addCost(MS);
    assertThat(described.counted()).isEqualTo(Counted.USER_CYCLES);
    assertThat(described.instruction()).isEqualTo("COUNT");
    assertThat(described.rejected(Fixtures.NO).counted()).isNull();
  }

  @Test
  void reportsNoObstacleOfAnotherProcessorsCounter() {
    Candidate elsewhere = ours(new Fixtures.Packaged("", false));
    Candidate theirs = Fixtures.candidate(Fixtures.THEIRS, elsewhere.source(), true);
    assertThat(rejected(ours(new Fixtures.Packaged("")), Obstacle.NOT_PROBED).reportedObstacle())
        .isEqualTo(Obstacle.NOT_PROBED);
    assertThat(rejected(elsewhere, Obstacle.NOT_PROBED).reportedObstacle()).isNull();
    assertThat(rejected(theirs, Obstacle.NOT_PROBED).reportedObstacle())
        .isEqualTo(Obstacle.NOT_PROBED);
  }

  @Test
  void givesFactsOfWhatWorksOrCouldWork() {
    Candidate left = Fixtures.candidate("left-out", OFF_CORE, false);
    List<ProbeResult> results =
        List.of(
            rejected(ours(new Fixtures.Packaged("")), Obstacle.NOT_PROBED),
            Fixtures.works(ON, 5).with(SAID),
            rejected(Fixtures.candidate("off", OFF_CORE, false), Obstacle.NOT_PROBED),
            ProbeResult.pending(left).rejected(Fixtures.NO).addCost(MS));
    CounterDetails facts = new CounterDetails(Scoring.LIBCPUCYCLES_20240114, results);
    assertThat(List.of("packaged", "on", "off", "left-out", "nonsense"))
        .extracting(
            name ->
                facts.counted(name) + ", " + facts.obstacle(name) + ", " + facts.instruction(name))
        .containsExactly(
            "Optional[core cycles in user mode and in the kernel], Optional[NOT_PROBED], READ",
            "Optional[core cycles in user mode], Optional.empty, COUNT",
            "Optional.empty, Optional[NOT_PROBED], ", // a third party's
            "Optional.empty, Optional.empty, ",
            "Optional.empty, Optional.empty, ");
  }

  @Test
  void reportsTheRateAndTheLatestStateOfEventsSeenFromJava() {
    Precision precision = Fixtures.measured(5, 64, Ratio.ONE).precision();
    Measurement measurement = new Measurement(64, Ratio.ONE, 0, precision, false, USER);
    ProbeResult first = with(ON, measurement);
    assertThat(first.events()).isSameAs(USER);
    ProbeResult later = first.with(said(new JavaMeasurement(null, 24e6, ALL, "")));
    assertThat(later.events()).isSameAs(ALL);
    assertThat(first.with(said(new JavaMeasurement(null, 1e9, null, ""))).events()).isSameAs(USER);
    Measured reported = SelectionReports.of(later, 5, true, "").measured();
    assertThat(reported).isNotNull();
    assertThat(reported.differenceFromJava()).hasValue(5);
    assertThat(reported.differenceInC()).isEmpty();
    assertThat(reported.nanosPerRead()).isEqualTo(1);
    assertThat(reported.observedHz()).hasValue(24e6);
    assertThat(reported.sharedFraction()).hasValue(1);
  }

  @Test
  void assemblesCounterOfWhatWasMeasured() {
    ProbeResult works = with(ON, Fixtures.measured(1, 64, Ratio.of(5, 2)));
    CycleCounter counter = works.counter(() -> 4, 2, 7);
    assertThat(counter.implementation()).isEqualTo("on");
    assertThat(counter.cyclesPerSecond()).isEqualTo(7);
    assertThat(counter.cycles()).isEqualTo(5);
    assertThatThrownBy(() -> works.rejected(Fixtures.NO).reads(false)).hasMessageContaining("on");
    assertThatThrownBy(() -> ProbeResult.pending(ON).counter(() -> 1, 0, 7))
        .hasMessageContaining("on");
  }

  @Test
  void isTheSameByProviderNameWidthAndScaling() {
    ProbeResult one = with(ON, Fixtures.measured(1, 64, Ratio.of(5, 2)));
    assertThat(one.isSame(with(ON, Fixtures.measured(9, 64, Ratio.of(10, 4))))).isTrue();
    Candidate ours = Fixtures.candidate(Fixtures.OURS, ON.source(), false);
    List<ProbeResult> others =
        List.of(
            with(ON, Fixtures.measured(1, 32, Ratio.of(5, 2))),
            with(ON, Fixtures.measured(1, 64, Ratio.ONE)),
            ProbeResult.pending(ON),
            with(Fixtures.candidate("other", ON_CORE, false), one.measurement()),
            with(ours, one.measurement()));
    assertThat(others).noneMatch(one::isSame).noneMatch(other -> other.isSame(one));
  }

  @Test
  void closesWhatIsOpenAndIgnoresWhatThatThrows() {
    int[] closed = {0};
    TickSource source =
        TestCounter.closing(
            () -> 1,
            () -> {
              closed[0]++;
              throw new IllegalStateException("not to be seen");
            });
    Fixtures.works(ON, 1, source).close();
    assertThat(closed[0]).isEqualTo(1);
    Fixtures.works(ON, 1, null).close();
  }
}
