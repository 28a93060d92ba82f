// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.builder;
import static org.cyclecounter.selector.ScriptedSelection.rejection;
import static org.cyclecounter.selector.ScriptedSelection.report;
import static org.cyclecounter.selector.ScriptedSelection.select;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The selected counter, the rejected ones, and their reasons. */
class SelectionRulesTest {

  private final List<String> opened = new ArrayList<>();

  private TestCounter counter(String name, CounterKind kind, long step) {
    LongSupplier ticks = TestCounter.ticks(step);
    return new TestCounter(
        name,
        kind,
        () -> {
          opened.add(name);
          return ticks::getAsLong;
        });
  }

  private static void assertLeftOut(Selected selected, String reason, String... names) {
    for (String name : names) {
      assertThat(rejection(selected.report(), name)).startsWith(reason);
    }
  }

  private static void assertLeftOut(Selected selected, Code why, String... names) {
    assertLeftOut(selected, Rejection.of(why).sentence(), names);
  }

  @Test
  @SuppressWarnings("NullAway") // of wrong providers
  void rejectsEachMistakeOfProviderByItsOwnReason() {
    TestCounter failing =
        new TestCounter("failing", ON_CORE, () -> null) {
          @Override
          public Scope scope() {
            throw new IllegalStateException("on purpose");
          }
        };
    TestCounter unopened = new TestCounter("unopened", ON_CORE, () -> null);
    TestCounter badName = counter("bad name", ON_CORE, 1);
    List<CounterSource> tooMany = Collections.nCopies(300, counter("same", ON_CORE, 1));
    Selected selected =
        builder()
            .providers(
                List.of(
                    () -> null,
                    () -> Arrays.asList(null, failing, unopened, badName),
                    () -> tooMany))
            .build()
            .select();
    assertThat(selected.counter().implementation()).isEqualTo("same");
    assertThat(selected.report().toString())
        .contains(
            "counters() returned null; it must return a list",
            "returned a list that contains null",
            "has a counter that cannot be described: scope() threw",
            "open() returned null; it must return a TickSource",
            "its name must be 1 to 64 letters",
            "its own provider already has a counter of this name",
            "has more than 256 counters; the other 44 are ignored");
  }

  @Test
  void opensNoCounterThatCallerDoesNotWant() {
    Selected selected =
        builder(
                counter("one", ON_CORE, 3),
                counter("both", ON_CORE, 1),
                counter("two", ON_CORE, 1),
                counter("other", ON_CORE, 1))
            .include("one", "both")
            .exclude("both", "two")
            .build()
            .select();
    assertThat(opened).containsExactly("one");
    assertThat(selected.counter().implementation()).isEqualTo("one");
    assertLeftOut(selected, Code.EXCLUDED, "both", "two");
    assertLeftOut(selected, Code.NOT_INCLUDED, "other");
  }

  @Test
  void leavesOutNarrowerScopes() {
    CycleCounterSelector.Builder scopes =
        builder(
            counter("thread", ON_CORE, 1).within(Scope.THREAD),
            counter("core", ON_CORE, 2).within(Scope.CORE),
            counter("system", ON_CORE, 3));
    assertLeftOut(
        scopes.minimumScope(Scope.CORE).build().select(),
        "its readings are comparable within a thread only; requested: core",
        "thread");
    assertThat(opened).containsExactly("core", "system");
    assertLeftOut(
        scopes.minimumScope(Scope.SYSTEM).build().select(),
        "its readings are comparable on one core only; requested: system",
        "core");
    assertThatThrownBy(() -> scopes.minimumScope(null)).hasMessageContaining("scope");
  }

  @Test
  void opensOnlyClocksOfAMicrosecondWithoutHighResolution() {
    Selected selected =
        builder(
                counter("cycles", ON_CORE, 1),
                counter("unscaled", FIXED_RESOLUTION, 1),
                counter("fine", FIXED_RESOLUTION, 1).scaled(Scaling.ticksPerSecond(1_000_001)),
                counter("coarse", FIXED_RESOLUTION, 1).scaled(Scaling.ticksPerSecond(1_000_000)),
                counter("off", OFF_CORE, 1).scaled(Scaling.ticksPerSecond(1000)))
            .highResolution(false)
            .build()
            .select();
    assertThat(opened).containsExactly("coarse");
    assertThat(selected.counter().implementation()).isEqualTo("coarse");
    assertLeftOut(selected, Code.TOO_FINE, "cycles", "unscaled", "fine", "off");
  }

  @ParameterizedTest
  @CsvSource({
    "true, 5, LIBCPUCYCLES_20240114, amd64-pmc amd64-tsc amd64-perfpmc amd64-perfpmcff amd64-rdpru",
    "true, 5, LIBCPUCYCLES_20260901, amd64-perfpmcff amd64-perfpmc amd64-tsc amd64-pmc amd64-rdpru",
    "true, 2, LIBCPUCYCLES_20260901, amd64-tsc amd64-pmc amd64-perfpmcff amd64-perfpmc amd64-rdpru",
    "false, 5, LIBCPUCYCLES_20260901, amd64-pmc amd64-tsc amd64-perfpmc amd64-perfpmcff amd64-rdpru"
  })
  void ordersEachOfItsFamiliesByTheScoringsRelease(
      boolean ours, int inFirst, Scoring release, String expected) {
    List<CounterSource> counters =
        Stream.of("amd64-pmc", "amd64-tsc", "amd64-perfpmc", "amd64-perfpmcff", "amd64-rdpru")
            .<CounterSource>map(name -> counter(name, ON_CORE, 7))
            .toList();
    Selected selected =
        builder()
            .providers(
                ours
                    ? List.of(
                        new MiscProvider(counters.subList(0, inFirst)),
                        new MiscProvider(counters.subList(inFirst, 5)))
                    : List.of(() -> counters))
            .scoring(release)
            .build()
            .select();
    assertThat(selected.report().counters())
        .extracting(CounterReport::name)
        .containsExactly(expected.split(" "));
  }

  @Test
  void scalesAKnownRateExactlyFromTheFirstReading() {
    long[] now = {1L << 60};
    Selected selected =
        builder(
                TestCounter.of("mhz", FIXED_RESOLUTION, () -> now[0]++)
                    .scaled(Scaling.ticksPerSecond(1_000_000)))
            .cyclesPerSecond(2_399_987_654L)
            .build()
            .select();
    assertThat(report(selected, "mhz").scaling()).isEqualTo(2399.987654);
    assertThat(report(selected, "mhz").precision()).isEqualTo(2399 + 200);
    CycleCounter counter = selected.counter();
    long first = counter.cycles();
    now[0] += (1L << 55) + 999_999 - 1;
    long exact =
        BigInteger.valueOf((1L << 55) + 1_000_001)
            .multiply(BigInteger.valueOf(2_399_987_654L))
            .divide(BigInteger.valueOf(1_000_000))
            .longValue();
    assertThat(first).isEqualTo(2 * 2399 + 1); // its installation reads it twice
    assertThat(counter.cycles()).isEqualTo(exact);
  }

  @Test
  void reportsTicksForKnownRateWhateverTheKind() {
    TestCounter rated = TestCounter.of("rated", ON_CORE, System::nanoTime);
    Selected selected = select(rated.scaled(Scaling.ticksPerSecond(1_000_000_000)));
    assertThat(selected.report().implementation()).isEqualTo("rated");
    assertThat(selected.counted()).isEqualTo(Counted.TICKS);
    assertThat(select(TestCounter.rising("core", ON_CORE, 1)).counted())
        .isEqualTo(Counted.CORE_CYCLES);
  }

  @Test
  void extendsAndReportsCounterOf32Bits() {
    long origin = System.nanoTime();
    Selected selected =
        select(
            TestCounter.of("narrow", ON_CORE, () -> (int) (System.nanoTime() - origin - (1L << 31)))
                .ofBits(32));
    assertThat(report(selected, "narrow").only32()).isTrue();
    assertThat(selected.counter().implementation()).isEqualTo("narrow");
    long beforeNs = System.nanoTime();
    long first = selected.counter().cycles();
    for (int i = 0; i < 1000; i++) {
      long passed = selected.counter().cycles() - first;
      assertThat(passed).isBetween(0L, System.nanoTime() - beforeNs);
    }
  }

  @Test
  void keepsTheCallersInterrupt() {
    Thread.currentThread().interrupt();
    Selected selected = select(TestCounter.rising("rising", ON_CORE, 1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(selected.counter().implementation()).isEqualTo("rising");
  }
}
