// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.cyclecounter.selector.Raising.raise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.report.LastResortReasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is wrong with a provider is said with the call that failed; the log has the stack trace. */
class DiscoveryTest {

  private static final RuntimeException BOOM = new IllegalStateException("boom");

  @AfterEach
  void forget() {
    Strangers.forget();
    MiscProvider.COUNTERS.clear();
  }

  private static String reason(CycleCounterProvider provider) {
    List<CounterReport> rejected = new Discovery(List.of(provider)).rejected();
    assertThat(rejected).hasSize(1);
    return rejected.get(0).reason();
  }

  @Test
  void namesAndLogsFailingCall() {
    try (Logged log = new Logged()) {
      assertThat(reason(() -> raise(BOOM)))
          .contains(" failed: counters() threw java.lang.IllegalStateException: boom");
      CounterSource nameless =
          new TestCounter("odd", CounterKind.ON_CORE, () -> System::nanoTime) {
            @Override
            public String name() {
              throw BOOM;
            }
          };
      assertThat(reason(TestCounter.provider(nameless)))
          .contains("cannot be described: name() threw java.lang.IllegalStateException: boom");
      assertThat(log.thrownAtDebug()).containsExactly(BOOM, BOOM);
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void rejectsNullWithReason() {
    assertThat(reason(() -> null))
        .endsWith(" failed: counters() returned null; it must return a list, which may be empty");
    assertThat(reason(() -> Arrays.asList((CounterSource) null)))
        .endsWith("contains null; remove it");
  }

  /** Ours first, then third parties' by name, whatever the container's order is. */
  @Test
  void ordersProvidersByNameWhateverTheContainersOrder() {
    MiscProvider.COUNTERS.add(TestCounter.rising("zz", CounterKind.OFF_CORE, 1));
    MiscProvider.COUNTERS.add(TestCounter.rising("default-aa", CounterKind.OFF_CORE, 1));
    List<Class<?>> types =
        new ArrayList<>(List.of(Strangers.Second.class, MiscProvider.class, Strangers.Sound.class));
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      Collections.shuffle(types, random);
      Strangers.find(types.toArray(Class<?>[]::new));
      assertThat(new Discovery(true).candidates())
          .extracting(Candidate::name)
          .as("of %s", types)
          .containsExactly("zz", "default-aa", "second", "sound-1", "sound-2");
    }
  }

  /** A provider that was registered is asked here, before a child JVM lists the others. */
  @Test
  void listsCountersOfStrangerAtItsPlace() {
    CycleCounterProvider registered =
        TestCounter.provider(TestCounter.rising("registered", CounterKind.OFF_CORE, 1));
    ProviderHandle later =
        new Strangers.Found("z.Later", false, registered.getClass(), () -> registered);
    ProviderHandle earlier = Strangers.Found.service(Strangers.First.class);
    Container.set(() -> List.of(later, earlier));
    Discovery discovery = new Discovery(false);
    assertThat(discovery.candidates()).extracting(Candidate::name).containsExactly("registered");
    assertThat(discovery.takeStrangers()).containsExactly(earlier);
    ListedProvider.Counter counter =
        new ListedProvider.Counter(
            "found", CounterKind.ON_CORE, Scope.SYSTEM, false, Scaling.none());
    ProviderListing.Counter answers =
        new ProviderListing.Counter(
            counter, "found", CounterKind.ON_CORE, Scope.SYSTEM, false, 64, 0, "");
    discovery.listed(earlier, ProviderListing.ofChild(earlier, List.of(answers), 0));
    assertThat(discovery.candidates())
        .extracting(Candidate::name)
        .containsExactly("found", "registered");
  }

  @Test
  void rejectsTypeThatSeveralModulesProvide() {
    Strangers.find(Strangers.Second.class, Strangers.Sound.class, Strangers.Second.class);
    Discovery discovery = new Discovery(false);
    assertThat(discovery.rejected())
        .extracting(CounterReport::reason)
        .hasSize(2)
        .allMatch(reason -> reason.startsWith("several modules have a provider of the type "));
    assertThat(discovery.takeStrangers())
        .extracting(ProviderHandle::type)
        .containsExactly(Strangers.Sound.class.getName());
  }

  /** As in a merged JAR that has lost a service file: the system's counters alone are found. */
  @Test
  void reportsMissingFamily() {
    String family = LastResortReasons.family();
    assumeThat(family).as("this processor has no family").isNotEmpty();
    assumeThat(family).as("its family is MiscProvider's").isNotEqualTo("misc");
    Strangers.find(MiscProvider.class);
    assertThat(new Discovery(false).rejected()).as("nothing was found at all").isEmpty();
    MiscProvider.COUNTERS.add(TestCounter.rising("ours", CounterKind.OFF_CORE, 1));
    Discovery discovery = new Discovery(false);
    assertThat(discovery.missingFamily()).isEqualTo("cyclecounter-" + family);
    assertThat(discovery.rejected())
        .singleElement()
        .satisfies(
            row -> assertThat(row.name()).isEqualTo("cyclecounter-" + family),
            row ->
                assertThat(row.reason())
                    .startsWith("no family for " + Platform.current().processor() + " was found")
                    .contains("install and start the bundle cyclecounter-" + family));
    CounterSource given = TestCounter.rising("given", CounterKind.OFF_CORE, 1);
    assertThat(new Discovery(List.of(TestCounter.provider(given))).missingFamily()).isEmpty();
  }
}
