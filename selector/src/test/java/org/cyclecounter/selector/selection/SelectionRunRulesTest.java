// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.ScriptedSelection;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
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

  private Scoring scoring = Scoring.LIBCPUCYCLES_20240114;
  private boolean risky;
  private boolean areOurs;
  private final Set<String> broken = new HashSet<>();

  @AfterEach
  void leave() {
    scope.end();
    scope.close();
  }

  private void add(String name, CounterKind kind, long step) {
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
            .mayCrash(risky));
  }

  private SelectionRun selection() {
    List<CounterSource> counters = List.copyOf(sources);
    CycleCounterProvider provider = areOurs ? new MiscProvider(counters) : () -> counters;
    Settings settings = Fixtures.settings(Set.of(), scoring);
    return new SelectionRun(settings, false, scope, Found.of(List.of(provider)));
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
  void keepsSuccessorForThirdPartysCounter() {
    add("clock", FIXED_RESOLUTION, 1);
    add("on", ON_CORE, 1);
    SelectionRun selection = selection();
    Installation first = selection.first();
    assertThat(opened).containsExactly("on", "clock");
    broken.add("clock");
    selection.all(first);
    assertThat(closed).as("a successor stays open").isEmpty();
    broken.add("on");
    broken.remove("clock");
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
    assertThat(ScriptedSelection.rejection(all.report(), "other")).startsWith("ticks() threw");
    assertThat(ScriptedSelection.report(all.report(), "good").verdict()).isEqualTo(Verdict.USABLE);
  }

  @Test
  void runsCounterHereThatCannotBeProbedElsewhereOnlyIfItIsHarmless() {
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
    assertThat(ScriptedSelection.rejection(all.report(), "risky"))
        .startsWith("it may crash, and a child JVM cannot create its provider");
    assertThat(all.details().obstacle("risky")).isPresent();
    assertThat(all.details().obstacle("harmless")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "of a test, the heap was full, restart with more memory",
    "unable to create native thread: possibly, no thread could be started, a limit of processes"
  })
  void warnsOfWhatIsUsedUp(String thrown, String what, String remedy) {
    add("one", ON_CORE, 1);
    sources.add(new TestCounter("full", ON_CORE, () -> raise(new OutOfMemoryError(thrown))));
    try (Logged log = new Logged()) {
      SelectionRun run = selection();
      run.warnOfClock(run.first());
      assertThat(log.warnings())
          .singleElement(STRING)
          .startsWith(what + " while counters were probed; one is read; " + remedy);
    }
  }
}
