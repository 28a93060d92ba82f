// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.timer.CounterOrder;
import org.junit.jupiter.api.Test;

class BenchCounterTest {

  private final List<String> asked = new ArrayList<>();

  /** A selection of the first counter, in which the others work, and those with a minus do not. */
  private static FakeSelected selection(String... names) {
    CounterReport[] others =
        Arrays.stream(names)
            .skip(1)
            .map(
                name ->
                    FakeSelected.report(
                        name.replaceFirst("^-", ""),
                        Scope.SYSTEM,
                        name.startsWith("-") ? Verdict.REJECTED : Verdict.USABLE,
                        "a reason"))
            .toArray(CounterReport[]::new);
    return new FakeSelected(names[0], Counted.TICKS, Scope.SYSTEM, () -> 0).beside(others);
  }

  private BenchCounter select(String... all) {
    return BenchCounter.preferred(
        selection(all),
        name -> {
          asked.add(name);
          return selection(name);
        });
  }

  @Test
  void coreCyclesComeFirstThoughTheirReadsCostMore() {
    BenchCounter preferred =
        select("amd64-tsc", "amd64-pmc", "default-perfevent", "default-monotonic");
    assertThat(preferred.selected().report().implementation()).isEqualTo("default-perfevent");
    assertThat(asked).containsExactly("default-perfevent");
    assertThat(preferred.successors()).containsExactly("amd64-tsc");
    assertThat(preferred.isBest()).isFalse();
  }

  @Test
  void thenTheTimeStampCounterThoughAnotherIsBetter() {
    BenchCounter preferred = select("amd64-pmc", "amd64-tsc", "-default-perfevent");
    assertThat(preferred.selected().report().implementation()).isEqualTo("amd64-tsc");
    assertThat(preferred.successors()).isEmpty();
    assertThat(select("x86-tsc").selected().report().implementation()).isEqualTo("x86-tsc");
  }

  @Test
  void thenTheSelectorsBestWhichNeedsNoSecondSelection() {
    BenchCounter preferred = select("arm64-vct", "default-monotonic", "-default-perfevent");
    assertThat(preferred.selected().report().implementation()).isEqualTo("arm64-vct");
    assertThat(preferred.isBest()).isTrue();
    assertThat(asked).isEmpty();
    assertThat(select("amd64-tsc").isBest()).isFalse();
    assertThat(asked).isEmpty();
  }

  @Test
  void oneThatFailsNowIsPassedOver() {
    BenchCounter preferred =
        BenchCounter.preferred(
            selection("amd64-tsc", "default-perfevent"),
            name -> {
              FakeSelected failing = selection(name);
              failing.lose("gone");
              return failing;
            });
    assertThat(preferred.selected().report().implementation()).isEqualTo("amd64-tsc");
  }

  @Test
  void mlibsNamesStandForCounters() {
    assertThat(CounterOrder.counters("linux-perf-event")).containsExactly("default-perfevent");
    assertThat(CounterOrder.counters("x86-rdtsc")).containsExactly("amd64-tsc", "x86-tsc");
    assertThat(CounterOrder.counters("amd64-pmc")).containsExactly("amd64-pmc");
    List<String> known = List.of("x86-tsc", "default-monotonic");
    assertThat(CounterOrder.named("x86-rdtsc", known)).isEqualTo("x86-tsc");
    assertThat(CounterOrder.named("linux-perf-event", known)).isEqualTo("linux-perf-event");
    assertThat(CounterOrder.named("default-monotonic", known)).isEqualTo("default-monotonic");
  }
}
