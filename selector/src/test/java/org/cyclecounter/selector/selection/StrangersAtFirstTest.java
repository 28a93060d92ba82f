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
import org.cyclecounter.selector.discovery.Strangers;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a program's first reading starts a child JVM for strangers, and what the report adds. */
class StrangersAtFirstTest {

  private static final String TYPE = Strangers.Sound.class.getName();

  private final SelectionContext context = SelectionContext.enter(false);

  @AfterEach
  void leave() {
    Strangers.forget();
    MiscProvider.COUNTERS.clear();
    context.end();
    context.close();
  }

  private static List<String> names(SelectionReport report) {
    return report.counters().stream().map(CounterReport::name).toList();
  }

  private static String reason(SelectionReport report, String name) {
    return report.counters().stream()
        .filter(counter -> counter.name().equals(name))
        .map(CounterReport::reason)
        .findFirst()
        .orElseThrow();
  }

  private SelectionRun run(Set<String> include) {
    Settings all = Settings.DEFAULTS;
    Settings settings =
        new Settings(
            null,
            include,
            all.exclude(),
            1_000_000_000,
            all.scoring(),
            all.isolation(),
            all.minimumScope(),
            true);
    return new SelectionRun(settings, false, context);
  }

  private static void ours(CounterKind kind, long step) {
    MiscProvider.COUNTERS.add(TestCounter.rising("ours", kind, step).mayCrash(false));
  }

  @Test
  void aStrangerThatCouldWinIsListedAndProbed() {
    ours(CounterKind.FIXED_RESOLUTION, 1);
    Strangers.find(MiscProvider.class, Strangers.Sound.class);
    SelectionRun run = run(Set.of());
    Installation first = run.first();
    assertThat(first.counter().implementation()).startsWith("sound-");
    assertThat(names(run.ranking(first).report())).contains("ours", "sound-1", "sound-2");
    assertThat(Strangers.RAN_HERE).containsExactly("Sound");
  }

  @Test
  void whatCannotBeBeatenNeedsNoChildBeforeTheReport() {
    ours(CounterKind.ON_CORE, 1);
    Strangers.find(MiscProvider.class, Strangers.Sound.class);
    SelectionRun run = run(Set.of());
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("ours");
    assertThat(names(run.ranking(first).report()))
        .startsWith("ours") // the processor's family is missing, too
        .noneMatch(name -> name.startsWith("sound"));
    assertThat(Strangers.RAN_HERE).isEmpty();
    SelectionReport report = run.all(first).report();
    assertThat(report.implementation()).isEqualTo("ours");
    assertThat(names(report)).contains("sound-1", "sound-2");
  }

  @Test
  void whatTheSettingsIncludeOfOursAloneNeedsNone() {
    ours(CounterKind.OFF_CORE, 7);
    Strangers.find(MiscProvider.class, Strangers.Sound.class);
    SelectionRun run = run(Set.of("ours"));
    Installation first = run.first();
    assertThat(first.counter().implementation()).isEqualTo("ours");
    SelectionReport report = run.all(first).report();
    assertThat(reason(report, TYPE)).contains("was not loaded", "not included by the caller");
    assertThat(Strangers.RAN_HERE).isEmpty();
  }

  @Test
  void aNameOfAStrangersIsIncluded() {
    ours(CounterKind.ON_CORE, 50);
    Strangers.find(MiscProvider.class, Strangers.Sound.class);
    SelectionRun run = run(Set.of("sound-2"));
    assertThat(run.first().counter().implementation()).isEqualTo("sound-2");
  }

  @Test
  void aNameOfOursIsNoStrangers() {
    MiscProvider.COUNTERS.add(
        TestCounter.rising("sound-1", CounterKind.OFF_CORE, 7).mayCrash(false));
    Strangers.find(Strangers.Sound.class, MiscProvider.class);
    SelectionReport report = run(Set.of()).all(null).report();
    assertThat(names(report)).startsWith("sound-1", "sound-2");
    assertThat(report.counters().get(0).kind()).isEqualTo(CounterKind.OFF_CORE);
    assertThat(report.counters())
        .anyMatch(
            counter ->
                counter.name().equals("sound-1")
                    && counter.reason().contains("already has a counter of this name"));
  }

  /** As in a merged JAR that has lost the services file of the processor's family. */
  @Test
  void aClockThatIsReadForLackOfTheFamilyIsWarnedOf() {
    String family = LastResortReasons.family();
    assumeThat(family).as("the family of this processor").isNotEmpty().isNotEqualTo("misc");
    Strangers.find(MiscProvider.class);
    ours(CounterKind.FIXED_RESOLUTION, 1);
    assertThat(warnings(Set.of()))
        .singleElement()
        .asString()
        .startsWith("a clock is read instead of a cycle counter: no family for ")
        .endsWith("; see docs/faq.md#clock-instead");
    assertThat(warnings(Set.of("ours"))).as("it was asked for").isEmpty();
    MiscProvider.COUNTERS.clear();
    ours(CounterKind.OFF_CORE, 1);
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
