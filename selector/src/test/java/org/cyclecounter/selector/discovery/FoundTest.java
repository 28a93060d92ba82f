// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.cyclecounter.selector.Raising.raise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.report.Families;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of a wrong provider name the call that failed; the log has the stack trace. */
class FoundTest {

  private static final RuntimeException BOOM = new IllegalStateException("boom");

  @AfterEach
  void forget() {
    ThirdParties.forget();
    MiscProvider.COUNTERS.clear();
  }

  /** Returns the reasons of rejected counters and providers, behind their names. */
  private static List<String> said(Found found) {
    return found.rejections().stream().map(r -> r.name() + ": " + r.why().sentence()).toList();
  }

  @Test
  void namesAndLogsFailingCall() {
    try (Logged log = new Logged()) {
      assertThat(said(Found.of(List.of(() -> raise(BOOM)))))
          .singleElement(STRING)
          .contains(" failed: counters() threw java.lang.IllegalStateException: boom");
      assertThat(log.thrownAtDebug()).containsExactly(BOOM);
      assertThat(log.warnings()).isEmpty();
    }
  }

  /** Ours first, then third parties' by name, whatever the container's order is. */
  @Test
  void ordersProvidersByNameWhateverTheContainersOrder() {
    MiscProvider.COUNTERS.add(TestCounter.rising("zz", CounterKind.OFF_CORE, 1));
    MiscProvider.COUNTERS.add(TestCounter.rising("default-aa", CounterKind.OFF_CORE, 1));
    List<Class<?>> types =
        new ArrayList<>(
            List.of(ThirdParties.Second.class, MiscProvider.class, ThirdParties.Sound.class));
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      Collections.shuffle(types, random);
      ThirdParties.find(types.toArray(Class<?>[]::new));
      assertThat(Found.search(true).candidates())
          .extracting(Candidate::name)
          .as("of %s", types)
          .containsExactly("zz", "default-aa", "second", "sound-1", "sound-2");
    }
  }

  private static ListedCounter listed(String name) {
    return new ListedCounter(null, name, CounterKind.ON_CORE, Scope.SYSTEM, false, 64, 0, "");
  }

  /** A provider that was registered is asked here, before a child JVM lists the others. */
  @Test
  void listsCountersOfThirdPartyAtItsPlace() {
    CycleCounterProvider registered =
        TestCounter.provider(TestCounter.rising("registered", CounterKind.OFF_CORE, 1));
    ProviderHandle later =
        new ThirdParties.Found("z.Later", false, registered.getClass(), () -> registered);
    ProviderHandle earlier = ThirdParties.Found.service(ThirdParties.First.class);
    Found found = Found.of(List.of(later, earlier), false);
    assertThat(found.candidates()).extracting(Candidate::name).containsExactly("registered");
    assertThat(found.unlisted()).extracting(FoundProvider::handle).containsExactly(earlier);
    List<ListedCounter> counters =
        Stream.of("found", "registered", "found").map(FoundTest::listed).toList();
    found.unlisted().get(0).list(counters, 0, null);
    Found all = found.updated();
    assertThat(all.candidates()).extracting(Candidate::name).containsExactly("found", "registered");
    assertThat(all.candidates().get(1)).isSameAs(found.candidates().get(0));
    assertThat(all.unlisted()).isEmpty();
    String taken = " already has a counter of this name; the one of " + earlier.type() + " needs";
    assertThat(said(all))
        .startsWith(
            "registered: an earlier provider, z.Later," + taken + " another name",
            "found: its own provider" + taken + " another name");
    assertThat(found.candidates()).as("as it was").hasSize(1);
  }

  @Test
  void namesMethodsThatReturnNull() {
    ListedCounter counter = new ListedCounter(null, "a", null, null, false, 64, 0, "");
    assertThat(Objects.requireNonNull(counter.rejection("p.P")).sentence())
        .isEqualTo(
            "kind(), scope() returned null (of p.P); a counter needs a name, a CounterKind and a"
                + " Scope");
  }

  /** The budget of a first reading is no reason for a report. */
  @ParameterizedTest
  @CsvSource({
    "BUDGET, true, was not loaded: ",
    "NO_LIST, false, failed: ",
    "THREW, false, 'failed: 7; that was in the child JVM, which has 32 MB of heap '"
  })
  void asksThirdPartyAgainThatTheBudgetDidNotReach(Code code, boolean again, String says) {
    ThirdParties.find(ThirdParties.First.class);
    Found found = Found.search(false);
    FoundProvider provider = found.unlisted().get(0);
    provider.list(List.of(), 0, Rejection.of(code, "7"));
    Found told = found.updated();
    assertThat(told.unlisted()).hasSize(again ? 1 : 0);
    assertThat(told.rejections().get(0).why().sentence())
        .startsWith("the provider " + provider.handle().type() + " " + says);
  }

  /** It may need a property that is not set. */
  @Test
  void namesProviderThatListsNothing() {
    CycleCounterProvider empty = List::of;
    String type = empty.getClass().getName();
    assertThat(said(Found.of(List.of(empty))))
        .singleElement(STRING)
        .startsWith(type + ": the provider " + type + " lists no counter; ");
  }

  @Test
  void rejectsTypeThatSeveralModulesProvide() {
    ThirdParties.find(
        ThirdParties.Second.class, ThirdParties.Sound.class, ThirdParties.Second.class);
    Found found = Found.search(false);
    assertThat(found.rejections()).hasSize(2).allMatch(r -> r.why().code() == Code.AMBIGUOUS);
    assertThat(found.unlisted())
        .extracting(provider -> provider.handle().type())
        .containsExactly(ThirdParties.Sound.class.getName());
  }

  /** As in a merged JAR that has lost a service file: the system's counters alone are found. */
  @Test
  void reportsMissingFamily() {
    String family = Families.artifact(Platform.current().processor());
    assumeThat(family).as("this processor has no family").isNotEmpty();
    assumeThat(family).as("its family is MiscProvider's").isNotEqualTo("cyclecounter-misc");
    ThirdParties.find(MiscProvider.class);
    assertThat(Found.search(false).rejections()).as("nothing was found at all").isEmpty();
    MiscProvider.COUNTERS.add(TestCounter.rising("ours", CounterKind.OFF_CORE, 1));
    Found found = Found.search(false);
    assertThat(found.rejections()).as("it is no counter").isEmpty();
    assertThat(found.missingFamily().sentence())
        .isEqualTo(
            "no family for %2$s was found: install and start the bundle %1$s"
                .formatted(family, Platform.current().processor()));
    CounterSource given = TestCounter.rising("given", CounterKind.OFF_CORE, 1);
    assertThat(Found.of(List.of(TestCounter.provider(given))).missingFamily()).isNull();
  }
}
