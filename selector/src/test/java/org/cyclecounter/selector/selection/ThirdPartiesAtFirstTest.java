// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.ScriptedSelection;
import org.cyclecounter.selector.discovery.ThirdParties;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ThirdParties' child JVMs at a program's first reading, and in the report. */
class ThirdPartiesAtFirstTest {

  private static final String TYPE = ThirdParties.Sound.class.getName();

  private final SelectionScope scope = SelectionScope.enter();

  @AfterEach
  void leave() {
    ThirdParties.forget();
    MiscProvider.COUNTERS.clear();
    scope.end();
    scope.close();
  }

  private static List<String> names(SelectionRun run) {
    return run.states.stream().map(state -> state.candidate().name()).toList();
  }

  private static List<String> names(SelectionReport report) {
    return report.counters().stream().map(CounterReport::name).toList();
  }

  private SelectionRun run(Set<String> include) {
    return new SelectionRun(
        Fixtures.settings(include, Scoring.LIBCPUCYCLES_20240114), false, scope);
  }

  private static void ours(String name, CounterKind kind, long step) {
    MiscProvider.COUNTERS.add(TestCounter.rising(name, kind, step).mayCrash(false));
  }

  @Test
  void probesThirdPartyThatCouldWin() {
    ours("ours", CounterKind.FIXED_RESOLUTION, 1);
    ThirdParties.find(MiscProvider.class, ThirdParties.Sound.class);
    SelectionRun run = run(Set.of("ours", "sound-2"));
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("sound-2");
    assertThat(names(run)).contains("ours", "sound-1", "sound-2");
    assertThat(ThirdParties.RAN_HERE).containsExactly("Sound");
  }

  /** Ours has a name that a third party's has, too: that is no third party's. */
  @Test
  void startsNoChildBeforeReportIfNoThirdPartyCanWin() {
    ours("sound-1", CounterKind.ON_CORE, 1);
    ThirdParties.find(ThirdParties.Sound.class, MiscProvider.class);
    SelectionRun run = run(Set.of());
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("sound-1");
    assertThat(names(run)).containsExactly("sound-1");
    assertThat(ThirdParties.RAN_HERE).isEmpty();
    SelectionReport report = run.all(first).report();
    assertThat(report.implementation()).isEqualTo("sound-1");
    assertThat(names(report)).startsWith("sound-1", "sound-2");
    assertThat(report.counters())
        .anyMatch(
            counter ->
                counter.name().equals("sound-1")
                    && counter.reason().contains("already has a counter of this name"));
  }

  @Test
  void leavesThirdPartyWhoseReadsCostTooMuchToTheReport() {
    ours("ours", CounterKind.ON_CORE, 50);
    ThirdParties.find(MiscProvider.class, ThirdParties.Slow.class);
    SelectionRun run = run(Set.of());
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("ours");
    CandidateState slow = run.states.get(1);
    assertThat(slow.rejection).asString().contains("NOT_WORTH");
    assertThat(slow.isPending()).as("for the report").isTrue();
  }

  @Test
  void loadsNoThirdPartyIfOnlyOursAreIncluded() {
    ours("ours", CounterKind.OFF_CORE, 7);
    ThirdParties.find(MiscProvider.class, ThirdParties.Sound.class);
    SelectionRun run = run(Set.of("ours"));
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("ours");
    assertThat(ScriptedSelection.report(run.all(first).report(), TYPE).reason())
        .contains("was not loaded", "not included by the caller");
    assertThat(ThirdParties.RAN_HERE).isEmpty();
  }

  /** As in a merged JAR that has lost the services file of the processor's family. */
  @Test
  void warnsOfClockThatIsReadForLackOfTheFamily() {
    String family = Families.artifact(Platform.current().processor());
    assumeThat(family)
        .as("the family of this processor")
        .isNotEmpty()
        .isNotEqualTo("cyclecounter-misc");
    ThirdParties.find(MiscProvider.class);
    ours("ours", CounterKind.FIXED_RESOLUTION, 1);
    assertThat(warnings(Set.of()))
        .singleElement()
        .asString()
        .startsWith("a clock is read instead of a cycle counter: no family for ")
        .endsWith("; see docs/faq.md#clock-instead");
    assertThat(run(Set.of()).all(null).report().counters())
        .singleElement()
        .satisfies(one -> assertThat(one.name()).isEqualTo("ours"))
        .satisfies(one -> assertThat(one.reason()).contains("usable: ", "; no family for "));
    assertThat(warnings(Set.of("ours"))).as("it was asked for").isEmpty();
    MiscProvider.COUNTERS.clear();
    ours("ours", CounterKind.OFF_CORE, 1);
    assertThat(warnings(Set.of())).as("no clock is read").isEmpty();
  }

  private List<String> warnings(Set<String> include) {
    try (Logged log = new Logged()) {
      SelectionRun run = run(include);
      run.warnOfClock(run.first());
      return List.copyOf(log.warnings());
    }
  }
}
