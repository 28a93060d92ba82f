// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.discovery.ThirdParties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A third party's provider that was found is created, listed and read in a child JVM before
 * anything of it runs here, whatever it says of itself. Which settings send it there, TrialTest
 * shows.
 */
class ThirdPartiesTest {

  /** A selection among third parties of which none ends its child: one for several rules. */
  private static Selection ofHarmless;

  /**
   * A selection.
   *
   * @param ranHere the third parties of which code has run in this process
   */
  private record Selection(SelectionReport report, Set<String> ranHere) {

    static Selection among(CycleCounterSelector.Builder settings, Class<?>... types) {
      ThirdParties.find(types);
      try {
        SelectionReport report = settings.quiet().build().select().report();
        return new Selection(report, Set.copyOf(ThirdParties.RAN_HERE));
      } finally {
        ThirdParties.forget();
      }
    }

    CounterReport row(String name) {
      return ScriptedSelection.report(report, name);
    }

    String rejected(String name) {
      return ScriptedSelection.rejection(report, name);
    }

    void works(String name) {
      assertThat(row(name).verdict()).as(name).isNotEqualTo(Verdict.REJECTED);
    }
  }

  @BeforeAll
  static void selectAmongHarmless() {
    ofHarmless =
        Selection.among(
            CycleCounterSelector.builder(),
            ThirdParties.Sound.class,
            ThirdParties.OtherScope.class,
            ThirdParties.NeedsProgram.class,
            ThirdParties.OtherOrder.class);
  }

  private static Selection withProperty(
      String property, String value, Isolation isolation, Class<?>... types) {
    String before = System.setProperty(property, value);
    try {
      return Selection.among(CycleCounterSelector.builder().isolation(isolation), types);
    } finally {
      System.setProperty(property, before);
    }
  }

  @Test
  void rejectsThirdPartyThatListsSomethingElseHere() {
    assertThat(ofHarmless.rejected("other-scope"))
        .contains("lists other counters in this process than in the child JVM")
        .contains("other-scope (ON_CORE, SYSTEM, 64 bits) instead of")
        .contains("other-scope (ON_CORE, THREAD, 64 bits)");
    for (String name : new String[] {"order-1", "order-2"}) {
      assertThat(ofHarmless.rejected(name)).contains("order-2 (ON_CORE").contains("instead of");
    }
  }

  @Test
  void rejectsThirdPartyThatOnlyTheProgramCanCreateWithTheRemedy() {
    assertThat(ofHarmless.rejected(ThirdParties.NeedsProgram.class.getName()))
        .contains("its constructor threw java.lang.IllegalStateException: no device")
        .contains("hand it over with Builder.providers, or register it as a service");
    assertThat(ofHarmless.ranHere()).containsExactly("Sound");
  }

  @Test
  void loadsNothingOfThirdPartyWhereNoChildCanBeStarted() {
    Selection selection =
        withProperty("java.home", "/nowhere", Isolation.AUTO, ThirdParties.Sound.class);
    assertThat(selection.rejected(ThirdParties.Sound.class.getName()))
        .contains("was not loaded", Path.of("/nowhere/bin/java").toString(), "does not exist")
        .contains("isolation=none", "Builder.providers");
    assertThat(selection.ranHere()).isEmpty();
  }

  @Test
  void takesThirdPartiesAtTheirWordWithoutIsolation() {
    Selection selection =
        withProperty(
            "java.home",
            "/nowhere",
            Isolation.NONE,
            ThirdParties.NeedsProgram.class,
            ThirdParties.Sound.class);
    selection.works("needs-program");
    assertThat(selection.row("sound-1").reason()).doesNotContain("child JVM");
    assertThat(selection.ranHere()).containsExactlyInAnyOrder("NeedsProgram", "Sound");
  }
}
