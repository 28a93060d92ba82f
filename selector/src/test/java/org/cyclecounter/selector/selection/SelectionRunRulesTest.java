// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.ScriptedSelection;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counters that a selection tries or leaves out, with the reasons, and its end. */
class SelectionRunRulesTest {

  private final List<String> opened = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();
  private final List<CounterSource> sources = new ArrayList<>();
  private final SelectionScope scope = SelectionScope.enter();

  private Set<String> include = Set.of();
  private Set<String> exclude = Set.of();
  private Scoring scoring = Scoring.LIBCPUCYCLES_20240114;
  private Scope minimumScope = Scope.THREAD;
  private boolean highResolution = true;
  private Isolation isolation = Isolation.NONE;
  private boolean isQuiet = true;
  private boolean risky;
  private boolean areOurs;
  private final Set<String> broken = new HashSet<>();

  @AfterEach
  void leave() {
    scope.end();
    scope.close();
  }

  private void add(String name, CounterKind kind, Scope scope, Scaling scaling, long step) {
    LongSupplier ticks = TestCounter.ticks(step);
    sources.add(
        new TestCounter(
                name,
                kind,
                () -> {
                  opened.add(name);
                  return TestCounter.closing(
                      () ->
                          broken.contains(name)
                              ? raise(new IllegalStateException("gone"))
                              : ticks.getAsLong(),
                      () -> {
                        closed.add(name);
                        raise(new IllegalStateException("is ignored"));
                      });
                })
            .within(scope)
            .scaled(scaling)
            .mayCrash(risky));
  }

  private void add(String name, CounterKind kind, long step) {
    add(name, kind, Scope.SYSTEM, Scaling.none(), step);
  }

  private SelectionRun selection() {
    List<CounterSource> counters = List.copyOf(sources);
    CycleCounterProvider provider = areOurs ? new MiscProvider(counters) : () -> counters;
    Settings settings =
        new Settings(
            List.of(provider),
            include,
            exclude,
            1_000_000_000,
            scoring,
            isolation,
            minimumScope,
            highResolution);
    return new SelectionRun(settings, isQuiet, scope);
  }

  private static void assertLeftOut(Ranking ranking, String name, Code why) {
    assertLeftOut(ranking, name, Rejection.of(why).sentence());
  }

  private static void assertLeftOut(Ranking ranking, String name, String reason) {
    assertThat(ScriptedSelection.rejection(ranking.report(), name)).startsWith(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "true, LIBCPUCYCLES_20240114, amd64-pmc amd64-tsc amd64-perfpmc amd64-perfpmcff amd64-rdpru",
    "true, LIBCPUCYCLES_20260901, amd64-perfpmcff amd64-perfpmc amd64-tsc amd64-pmc amd64-rdpru",
    "false, LIBCPUCYCLES_20260901, amd64-pmc amd64-tsc amd64-perfpmc amd64-perfpmcff amd64-rdpru"
  })
  void ordersItsOwnCountersByTheScoringsRelease(boolean ours, Scoring release, String expected) {
    areOurs = ours;
    scoring = release;
    for (String name :
        List.of("amd64-pmc", "amd64-tsc", "amd64-perfpmc", "amd64-perfpmcff", "amd64-rdpru")) {
      add(name, ON_CORE, 7);
    }
    assertThat(selection().all(null).report().counters())
        .extracting(CounterReport::name)
        .containsExactly(expected.split(" "));
  }

  @Test
  void endsFirstSelectionOnceNoOtherCanBeBetter() {
    areOurs = true;
    add("clock", FIXED_RESOLUTION, 1);
    add("off", OFF_CORE, 7);
    add("on", ON_CORE, 50);
    add("later", ON_CORE, 60);
    SelectionRun selection = selection();
    Installation first = selection.first();
    assertThat(opened).containsExactly("on", "later");
    assertThat(first.parts()).isNotEmpty();
    assertThat(first.counter().implementation()).isEqualTo("on");
    Ranking all = selection.all(first);
    assertThat(opened).containsExactly("on", "later", "clock", "off");
    assertThat(all.counters())
        .extracting(RankedCounter::name)
        .containsExactly("on", "later", "off", "clock");
    assertThat(all.report().implementation()).isEqualTo("on");
    assertThat(all.report().cost()).isPositive();
  }

  @Test
  void probesASuccessorForAThirdPartysCounter() {
    add("clock", FIXED_RESOLUTION, 1);
    add("on", ON_CORE, 1);
    Installation first = selection().first();
    assertThat(opened).containsExactly("on", "clock");
    broken.add("on");
    first.counter().cycles();
    assertThat(first.counter().implementation()).isEqualTo("clock");
  }

  @Test
  void linksNoCounterAnewIfItOrSuccessorHas32Bits() {
    add("wide", ON_CORE, 9);
    assertThat(selection().first().linking() != null).isEqualTo(NativeTicks.canBeLinked());
    sources.add(TestCounter.rising("narrow", OFF_CORE, 1).ofBits(32));
    assertThat(selection().first().linking()).isNull();
  }

  @Test
  void probesAllIfPenaltyDependsOnOthers() {
    scoring = Scoring.LIBCPUCYCLES_20260901;
    add("on", ON_CORE, 1);
    add("clock", FIXED_RESOLUTION, 1);
    assertThat(selection().first().counter().implementation()).isEqualTo("on");
    assertThat(opened).containsExactly("on", "clock");
  }

  @Test
  void opensNoCounterThatCallerDoesNotWant() {
    include = Set.of("one", "both");
    exclude = Set.of("both", "two");
    add("one", ON_CORE, 3);
    add("both", ON_CORE, 1);
    add("two", ON_CORE, 1);
    add("other", ON_CORE, 1);
    Ranking ranking = selection().all(null);
    assertThat(opened).containsExactly("one");
    assertThat(ranking.report().implementation()).isEqualTo("one");
    assertLeftOut(ranking, "both", Code.EXCLUDED);
    assertLeftOut(ranking, "two", Code.EXCLUDED);
    assertLeftOut(ranking, "other", Code.NOT_INCLUDED);
  }

  @Test
  void leavesOutNarrowerScopes() {
    minimumScope = Scope.CORE;
    add("thread", ON_CORE, Scope.THREAD, Scaling.none(), 1);
    add("core", ON_CORE, Scope.CORE, Scaling.none(), 2);
    add("system", ON_CORE, Scope.SYSTEM, Scaling.none(), 3);
    Ranking ranking = selection().all(null);
    assertThat(opened).containsExactly("core", "system");
    assertLeftOut(
        ranking, "thread", "its readings are comparable within a thread only; requested: core");
    minimumScope = Scope.SYSTEM;
    assertLeftOut(
        selection().all(null),
        "core",
        "its readings are comparable on one core only; requested: system");
  }

  @Test
  void opensOnlyClocksOfAMicrosecondWithoutHighResolution() {
    highResolution = false;
    add("cycles", ON_CORE, 1);
    add("unscaled", FIXED_RESOLUTION, Scope.SYSTEM, Scaling.none(), 1);
    add("fine", FIXED_RESOLUTION, Scope.SYSTEM, Scaling.ticksPerSecond(1_000_001), 1);
    add("coarse", FIXED_RESOLUTION, Scope.SYSTEM, Scaling.ticksPerSecond(1_000_000), 1);
    add("slow-off", OFF_CORE, Scope.SYSTEM, Scaling.ticksPerSecond(1000), 1);
    Ranking ranking = selection().all(null);
    assertThat(opened).containsExactly("coarse");
    assertLeftOut(ranking, "cycles", Code.TOO_FINE);
    assertLeftOut(ranking, "unscaled", Code.TOO_FINE);
    assertLeftOut(ranking, "fine", Code.TOO_FINE);
    assertThat(ranking.report().implementation()).isEqualTo("coarse");
  }

  @Test
  void rejectsAndClosesCounterThatFailsFromJavaUnlessItIsInUse() {
    areOurs = true;
    add("used", ON_CORE, 50);
    add("other", ON_CORE, 60);
    add("good", ON_CORE, 70);
    SelectionRun selection = selection();
    Installation first = selection.first();
    assertThat(opened).containsExactly("used", "other", "good");
    broken.add("used");
    broken.add("other");
    Ranking all = selection.all(first);
    assertThat(closed).containsExactly("other");
    assertThat(all.report().implementation()).isEqualTo("used");
    assertThat(ScriptedSelection.report(all.report(), "used").verdict())
        .isEqualTo(Verdict.SELECTED);
    assertLeftOut(all, "other", "ticks() threw");
    assertThat(ScriptedSelection.report(all.report(), "good").verdict()).isEqualTo(Verdict.USABLE);
  }

  @Test
  void runsCounterHereThatCannotBeProbedElsewhereOnlyIfItIsHarmless() {
    isolation = Isolation.AUTO;
    add("harmless", OFF_CORE, 1);
    add("clock", FIXED_RESOLUTION, 1);
    risky = true;
    add("risky", ON_CORE, 1);
    SelectionRun selection = selection();
    Installation first = selection.first();
    assertThat(opened).containsExactly("harmless", "clock"); // its successor
    assertThat(first.counter().implementation()).isEqualTo("harmless");
    Ranking all = selection.all(first);
    assertThat(opened).containsExactly("harmless", "clock");
    assertLeftOut(all, "risky", "it may crash, and a child JVM cannot create its provider");
    assertThat(all.details().obstacle("risky")).isPresent();
    assertThat(all.details().obstacle("harmless")).isEmpty();
  }

  private List<String> warnings(String excluded, Consumer<SelectionRun> selecting) {
    exclude = Set.of(excluded);
    try (Logged log = new Logged()) {
      selecting.accept(selection());
      return List.copyOf(log.warnings());
    }
  }

  @Test
  void warnsOfFullHeap() {
    isQuiet = false;
    add("one", ON_CORE, 1);
    sources.add(new TestCounter("full", ON_CORE, () -> raise(new OutOfMemoryError("of a test"))));
    assertThat(warnings("amd64-tsc", run -> run.warnOfClock(run.first())))
        .containsExactly(Failures.fullHeap("one"));
  }
}
