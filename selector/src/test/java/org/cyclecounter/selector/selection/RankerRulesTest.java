// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of counters, and when the search for a better one ends. */
class RankerRulesTest {

  private static final Frequency FREQUENCY = new Frequency(1_000_000_000, "of a test");

  private final List<CandidateState> states = new ArrayList<>();

  private void works(String name, CounterKind kind, boolean mayBeLost, long cycles) {
    CounterSource source = TestCounter.of(name, kind, () -> 1);
    CycleCounterProvider provider = mayBeLost ? Fixtures.THEIRS : Fixtures.OURS;
    states.add(Fixtures.works(Fixtures.candidate(provider, source, true), cycles));
  }

  private void unprobed(String name, CounterKind kind) {
    states.add(new CandidateState(Fixtures.candidate(name, kind, false)));
  }

  private void rejected(String name, CounterKind kind, @Nullable Obstacle obstacle) {
    states.add(Fixtures.rejected(Fixtures.candidate(name, kind, false), obstacle));
  }

  private Ranker ranker(Scoring scoring) {
    return new Ranker(Fixtures.settings(Set.of(), scoring), List.copyOf(states));
  }

  private Ranker ranker() {
    return ranker(Scoring.LIBCPUCYCLES_20240114);
  }

  private Ranking ranking(@Nullable Installation installed) {
    return ranker().ranking(FREQUENCY, Found.of(List.of()), installed, 0);
  }

  private boolean canBeat(int index) {
    return ranker().canBeat(states.get(index).candidate().kind(), index);
  }

  private static List<String> names(List<CandidateState> chain) {
    return chain.stream().map(one -> one.candidate().name()).toList();
  }

  @Test
  void probesOnlyCounterThatCouldReachLess() {
    unprobed("before", OFF_CORE);
    works("best", OFF_CORE, false, 1); // 101 with its penalty, the least that its kind can have
    unprobed("after", OFF_CORE);
    unprobed("on", ON_CORE);
    unprobed("clock", FIXED_RESOLUTION);
    assertThat(canBeat(0)).as("ties go to the earlier").isTrue();
    assertThat(canBeat(2)).isFalse();
    assertThat(canBeat(3)).isTrue();
    assertThat(canBeat(4)).isFalse();
    states.clear();
    unprobed("before", OFF_CORE);
    works("one cycle less", ON_CORE, false, 100);
    assertThat(canBeat(0)).isFalse();
    states.clear();
    works("one cycle more", OFF_CORE, false, 2);
    unprobed("after", OFF_CORE);
    assertThat(canBeat(1)).isTrue();
    states.clear();
    works("losable", ON_CORE, true, 1);
    rejected("broken", ON_CORE, null);
    unprobed("after", FIXED_RESOLUTION);
    assertThat(canBeat(2)).isTrue();
  }

  @Test
  void givesTheCostOfReadAboveWhichItCannotWin() {
    works("losable", ON_CORE, true, 1);
    assertThat(ranker().worthNs(ON_CORE, 1_000_000_000)).as("no bound").isZero();
    works("off", OFF_CORE, false, 25);
    assertThat(ranker().worthNs(ON_CORE, 1_000_000_000)).isEqualTo(125);
    assertThat(ranker().worthNs(OFF_CORE, 10_000_000_000L)).as("rounded up").isEqualTo(3);
  }

  @Test
  void addsSuccessorsUpToOneThatCannotBeLost() {
    works("third", OFF_CORE, true, 5);
    works("fourth", OFF_CORE, false, 6);
    works("first", ON_CORE, true, 1);
    works("second", ON_CORE, true, 2);
    works("fifth", FIXED_RESOLUTION, false, 9);
    assertThat(names(ranker().ranked()))
        .containsExactly("first", "second", "third", "fourth", "fifth");
    assertThat(ranking(null).counters())
        .extracting(ranked -> names(ranked.chain()))
        .containsExactly(
            List.of("first", "second", "third", "fourth"),
            List.of("second", "first", "third", "fourth"),
            List.of("third", "first", "second", "fourth"),
            List.of("fourth"),
            List.of("fifth"));
  }

  @Test
  void addsTenForEachEarlierOneOfItsOwnIn20260901() {
    works("amd64-perfpmc", ON_CORE, false, 25);
    rejected("amd64-pmcff", ON_CORE, null);
    works("amd64-rdpru", ON_CORE, false, 13); // libcpucycles does not have it
    works("amd64-tsc", ON_CORE, true, 15); // a third party's of that name
    works("amd64-tscasm", ON_CORE, false, 14);
    works("default-monotonic", ON_CORE, false, 6);
    Ranking ranking =
        ranker(Scoring.LIBCPUCYCLES_20260901).ranking(FREQUENCY, Found.of(List.of()), null, 0);
    assertThat(ranking.counters())
        .extracting(ranked -> ranked.name() + " " + ranked.report().precision())
        .containsExactly(
            "amd64-rdpru 23",
            "amd64-tscasm 24",
            "amd64-perfpmc 25",
            "amd64-tsc 25",
            "default-monotonic 26");
  }

  @Test
  void ranksTiesByOrderAndSaysSo() {
    works("first", OFF_CORE, false, 1);
    works("second", OFF_CORE, false, 1);
    works("third", OFF_CORE, false, 2);
    assertThat(ranking(null).counters())
        .extracting(ranked -> ranked.report().reason())
        .containsExactly(
            "usable: resolution 1 cycle (Java), penalty 100",
            "usable: resolution 1 cycle (Java), penalty 100; as good as first, which stands"
                + " earlier",
            "usable: resolution 2 cycles (Java), penalty 100");
  }

  @Test
  void keepsTheCounterInUseWhileItWorks() {
    works("best", ON_CORE, false, 1);
    works("in use", OFF_CORE, false, 1);
    rejected("lost", ON_CORE, Obstacle.SHARED);
    works("its successor", OFF_CORE, false, 2);
    Ranking ranking = ranking(Fixtures.installed(states.get(1), states.get(3)));
    assertThat(ranking.report().implementation()).isEqualTo("in use");
    RankedCounter first = ranking.counters().get(0);
    assertThat(first.name()).isEqualTo("best");
    assertThat(first.report().verdict()).isEqualTo(Verdict.USABLE);
    assertThat(first.cyclesPerSecond()).isEqualTo(FREQUENCY.hz());
    assertThat(ranking.details().obstacle("lost")).contains(Obstacle.SHARED);
    for (int other : new int[] {0, 2}) {
      assertThat(ranking(Fixtures.installed(states.get(other))).report().implementation())
          .isEqualTo("best");
    }
  }
}
