// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.selection.ProbeResult.Description;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of a counter step by step, and what follows from it. */
class ProbeResultRulesTest {

  private static final Duration MS = Duration.ofMillis(1);
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

  private static ProbeResult made(
      CounterKind kind, TickSource source, @Nullable EventState events) {
    Measurement plain = Fixtures.measured(5, 64, Ratio.ONE);
    Measurement measurement = new Measurement(64, Ratio.ONE, 0, plain.precision(), false, events);
    Candidate candidate = Fixtures.candidate("one", kind, false);
    return ProbeResult.pending(candidate).measured(source, measurement, null);
  }

  @Test
  void whatIsOpenAndHasAPrecisionWorks() {
    assertThat(Fixtures.works(ON, 5).usable()).isTrue();
    assertThat(Fixtures.works(ON, 5).cycles()).isEqualTo(5);
    assertThat(Fixtures.works(ON, 0).usable()).isFalse();
    assertThat(Fixtures.works(ON, 5, null).usable()).isFalse();
    assertThat(ProbeResult.pending(ON).usable()).isFalse();
    assertThat(ProbeResult.pending(ON).isPending()).isTrue();
    assertThat(Fixtures.works(ON, 5).isPending()).isFalse();
    assertThat(ProbeResult.pending(ON).rejected("no").isPending()).isFalse();
    assertThat(ProbeResult.pending(ON).cycles()).isZero();
    assertThat(ProbeResult.pending(ON).measurement().bits()).isEqualTo(64);
    assertThat(ProbeResult.pending(ON).scaling()).isZero();
    assertThat(with(ON, Fixtures.measured(1, 32, Ratio.of(5, 2))).measurement().bits())
        .isEqualTo(32);
    assertThat(with(ON, Fixtures.measured(1, 32, Ratio.of(5, 2))).scaling()).isEqualTo(2.5);
  }

  @Test
  void aRejectedOneIsNotOpenAndKeepsWhatWasMeasured() {
    ProbeResult rejected = Fixtures.works(ON, 5).addCost(MS).rejected("why", Obstacle.SHARED);
    assertThat(rejected.usable()).isFalse();
    assertThat(rejected.source()).isNull();
    assertThat(rejected.rejection()).isEqualTo("why");
    assertThat(rejected.reportedObstacle()).isEqualTo(Obstacle.SHARED);
    assertThat(rejected.cycles()).isEqualTo(5);
    assertThat(rejected.cost()).isEqualTo(MS);
    assertThat(Fixtures.works(ON, 5).rejected("why").reportedObstacle()).isNull();
    assertThat(Fixtures.works(ON, 5).rejected("why").rejection()).isEqualTo("why");
    ProbeResult unprobed = ProbeResult.pending(ON).rejected("elsewhere", Obstacle.NOT_PROBED);
    assertThat(unprobed.notProbed()).isTrue();
    assertThat(unprobed.rejection()).isEqualTo("elsewhere");
    assertThat(unprobed.reportedObstacle()).isEqualTo(Obstacle.NOT_PROBED);
    ProbeResult early = ProbeResult.pending(ON).rejected("left out").addCost(MS);
    assertThat(early.rejection()).isEqualTo("left out");
    assertThat(early.cost()).isEqualTo(MS);
    assertThat(early.reportedObstacle()).isNull();
  }

  @Test
  void stepsAddTheirTimeAndWhatTheyFound() {
    IsolationResult passed = new IsolationResult(Result.PASSED, "", false, null, MS);
    ProbeResult pending = ProbeResult.pending(ON).addCost(MS).afterChildJvm(passed);
    assertThat(pending.isPending()).isTrue();
    Measurement measurement = Fixtures.measured(5, 64, Ratio.ONE);
    ProbeResult passedResult = pending.measured(() -> 1, measurement, null).addCost(MS);
    assertThat(passedResult.cost()).isEqualTo(MS.multipliedBy(2));
    assertThat(passedResult.inChildJvm()).isSameAs(passed);
    assertThat(passedResult.usable()).isTrue();
    JavaMeasurement seen = new JavaMeasurement(null, 1e9, ALL, "");
    ProbeResult with = passedResult.with(said(seen)).addCost(MS);
    assertThat(with.cost()).isEqualTo(MS.multipliedBy(3));
    assertThat(with.fromJava()).isSameAs(seen);
    assertThat(with.usable()).isTrue();
    IsolationResult again =
        new IsolationResult(Result.FAILED, "it faulted", true, Obstacle.SHARED, MS);
    ProbeResult failed = with.failed(again);
    assertThat(failed.usable()).isFalse();
    assertThat(failed.rejection()).isEqualTo(again.sentence());
    assertThat(failed.reportedObstacle()).isEqualTo(Obstacle.SHARED);
  }

  private static ProbeResult after(Result result, boolean mayCrash) {
    Candidate candidate = Fixtures.candidate("on", ON_CORE, mayCrash);
    IsolationResult outcome = new IsolationResult(result, "it did not work", false, null, MS);
    return ProbeResult.pending(candidate).failed(outcome);
  }

  @Test
  void whoSaysThatItIsHarmlessAndDiesIsToldSo() {
    assertThat(after(Result.DIED, false).rejection())
        .contains("it did not work")
        .endsWith(Reasons.NOT_HARMLESS);
    assertThat(after(Result.DIED, true).rejection())
        .contains("it did not work")
        .doesNotContain(Reasons.NOT_HARMLESS);
    assertThat(after(Result.FAILED, false).rejection())
        .contains("it did not work")
        .doesNotContain(Reasons.NOT_HARMLESS);
    assertThat(after(Result.FAILED, false).notProbed()).isFalse();
    assertThat(after(Result.NOT_PROBED, false).notProbed()).isTrue();
  }

  @Test
  void aCheckedCounterAndAThirdPartysMayBeLost() {
    TickSource losable = CheckedTicks.losable(FakeTicks.of(0), "taken away");
    TickSource checked = new CheckedTicks(FakeTicks.of(0), "cannot be read");
    assertThat(Fixtures.works(ON, 5, losable).mayBeLost()).isTrue();
    assertThat(Fixtures.works(ON, 5, checked).mayBeLost()).isTrue();
    assertThat(Fixtures.works(ON, 5).mayBeLost()).isTrue();
    Candidate ours = Fixtures.candidate(Fixtures.OURS, ON.source(), true);
    assertThat(Fixtures.works(ours, 5).mayBeLost()).isFalse();
    assertThat(Fixtures.works(ours, 5, checked).mayBeLost()).isTrue();
  }

  @Test
  void theSourceSaysWhatACounterThatWorksCounts() {
    assertThat(Fixtures.works(ON, 5).counted()).isNull();
    assertThat(Fixtures.works(ON, 5).instruction()).isEmpty();
    ProbeResult described = Fixtures.works(ON, 5).with(SAID).addCost(MS);
    assertThat(described.counted()).isEqualTo(Counted.USER_CYCLES);
    assertThat(described.instruction()).isEqualTo("COUNT");
    assertThat(described.rejected("why").counted()).isNull();
    Candidate ours = Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged(""), true);
    assertThat(Fixtures.works(ours, 5).instruction()).isEqualTo("READ");
    assertThat(Fixtures.works(ours, 5).with(SAID).instruction()).isEqualTo("COUNT");
  }

  @Test
  void nothingIsInTheWayOfWhatTheProcessorCannotHave() {
    Candidate here = Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged("", true), true);
    Candidate elsewhere = Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged("", false), true);
    Candidate theirs = Fixtures.candidate(Fixtures.THEIRS, new Fixtures.Packaged("", false), true);
    assertThat(ProbeResult.pending(here).rejected("no", Obstacle.NOT_PROBED).reportedObstacle())
        .isEqualTo(Obstacle.NOT_PROBED);
    assertThat(
            ProbeResult.pending(elsewhere).rejected("no", Obstacle.NOT_PROBED).reportedObstacle())
        .isNull();
    assertThat(ProbeResult.pending(theirs).rejected("no", Obstacle.NOT_PROBED).reportedObstacle())
        .isEqualTo(Obstacle.NOT_PROBED);
  }

  @Test
  void factsAreOfWhatWorksOrCouldWork() {
    Candidate ours = Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged(""), true);
    Candidate off = Fixtures.candidate("off", OFF_CORE, false);
    Candidate left = Fixtures.candidate("left-out", OFF_CORE, false);
    List<ProbeResult> results =
        List.of(
            ProbeResult.pending(ours).rejected("no", Obstacle.NOT_PROBED),
            Fixtures.works(ON, 5).with(SAID),
            ProbeResult.pending(off).rejected("no", Obstacle.NOT_PROBED),
            ProbeResult.pending(left).rejected("no").addCost(MS));
    ProbedFacts facts = new ProbedFacts(Scoring.LIBCPUCYCLES_20240114, results);
    assertThat(facts.counted("packaged")).contains(Counted.CORE_CYCLES);
    assertThat(facts.obstacle("packaged")).contains(Obstacle.NOT_PROBED);
    assertThat(facts.instruction("packaged")).isEqualTo("READ");
    assertThat(facts.counted("on")).contains(Counted.USER_CYCLES);
    assertThat(facts.obstacle("on")).isEmpty();
    assertThat(facts.instruction("on")).isEqualTo("COUNT");
    assertThat(facts.counted("off")).as("a third party's").isEmpty();
    assertThat(facts.obstacle("off")).contains(Obstacle.NOT_PROBED);
    for (String name : new String[] {"left-out", "nonsense"}) {
      assertThat(facts.counted(name)).isEmpty();
      assertThat(facts.obstacle(name)).isEmpty();
      assertThat(facts.instruction(name)).isEmpty();
    }
  }

  @Test
  void theLatestStateOfTheEventsCounts() {
    ProbeResult made = made(ON_CORE, () -> 1, USER);
    assertThat(made.events()).isSameAs(USER);
    JavaMeasurement later = new JavaMeasurement(null, 1e9, ALL, "");
    assertThat(made.with(said(later)).events()).isSameAs(ALL);
    JavaMeasurement nothing = new JavaMeasurement(null, 1e9, null, "");
    assertThat(made.with(said(nothing)).events()).isSameAs(USER);
    assertThat(ProbeResult.pending(ON).events()).isNull();
  }

  @Test
  void aCounterIsAssembledOfWhatWasMeasured() {
    ProbeResult works = with(ON, Fixtures.measured(1, 64, Ratio.of(5, 2)));
    CycleCounter counter = works.counter(() -> 4, 2, 7);
    assertThat(counter.implementation()).isEqualTo("on");
    assertThat(counter.cyclesPerSecond()).isEqualTo(7);
    assertThat(counter.cycles()).isEqualTo(5);
    assertThatThrownBy(() -> works.rejected("no").reads(false)).hasMessageContaining("on");
    assertThatThrownBy(() -> ProbeResult.pending(ON).counter(() -> 1, 0, 7))
        .hasMessageContaining("on");
  }

  @Test
  void theSameCounterHasTheSameProviderNameWidthAndScaling() {
    ProbeResult one = with(ON, Fixtures.measured(1, 64, Ratio.of(5, 2)));
    assertThat(one.isSame(with(ON, Fixtures.measured(9, 64, Ratio.of(10, 4))))).isTrue();
    assertThat(one.isSame(with(ON, Fixtures.measured(1, 32, Ratio.of(5, 2))))).isFalse();
    assertThat(one.isSame(with(ON, Fixtures.measured(1, 64, Ratio.ONE)))).isFalse();
    assertThat(one.isSame(ProbeResult.pending(ON))).isFalse();
    assertThat(ProbeResult.pending(ON).isSame(one)).isFalse();
    Candidate other = Fixtures.candidate("other", ON_CORE, false);
    assertThat(one.isSame(with(other, one.measurement()))).isFalse();
    Candidate ours = Fixtures.candidate(Fixtures.OURS, ON.source(), false);
    assertThat(one.isSame(with(ours, one.measurement()))).isFalse();
  }

  @Test
  void whatIsOpenIsClosedAndAProblemWithThatIsIgnored() {
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
