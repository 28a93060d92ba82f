// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.timer.CounterOrder;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.junit.jupiter.api.Test;

class BenchCounterTest {

  private final List<String> asked = new ArrayList<>();

  /**
   * A selection in which the first of these was preferred, the others work, and minus ones do not.
   */
  private record Fake(String... names) implements Selected {
    @Override
    public SelectionReport report() {
      List<CounterReport> counters =
          Arrays.stream(names)
              .map(
                  name ->
                      new CounterReport(
                          name.replace("-no-", ""),
                          CounterKind.OFF_CORE,
                          Scope.SYSTEM,
                          name.startsWith("-no-")
                              ? Verdict.REJECTED
                              : name.equals(names[0]) ? Verdict.SELECTED : Verdict.USABLE,
                          1,
                          1,
                          false,
                          "a reason",
                          Duration.ZERO,
                          null))
              .toList();
      String best = names[0].startsWith("-no-") ? "default-zero" : names[0];
      return new SelectionReport("1", best, 1, "", counters, Duration.ZERO);
    }

    @Override
    public CycleCounter counter() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Counted counted() {
      return Counted.TICKS;
    }

    @Override
    public Optional<Counted> counted(String name) {
      return Optional.of(Counted.TICKS);
    }

    @Override
    public void close() {}
  }

  private BenchCounter select(String... all) {
    return BenchCounter.preferred(
        new Fake(all),
        name -> {
          asked.add(name);
          return new Fake(name);
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
    BenchCounter preferred = select("amd64-pmc", "amd64-tsc", "-no-default-perfevent");
    assertThat(preferred.selected().report().implementation()).isEqualTo("amd64-tsc");
    assertThat(preferred.successors()).isEmpty();
    assertThat(select("x86-tsc").selected().report().implementation()).isEqualTo("x86-tsc");
  }

  @Test
  void thenTheSelectorsBestWhichNeedsNoSecondSelection() {
    BenchCounter preferred = select("arm64-vct", "default-monotonic", "-no-default-perfevent");
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
            new Fake("amd64-tsc", "default-perfevent"), name -> new Fake("-no-" + name));
    assertThat(preferred.selected().report().implementation()).isEqualTo("amd64-tsc");
  }

  @Test
  void mlibsNamesStandForCounters() {
    assertThat(CounterOrder.counters("linux-perf-event")).containsExactly("default-perfevent");
    assertThat(CounterOrder.counters("x86-rdtsc")).containsExactly("amd64-tsc", "x86-tsc");
    assertThat(CounterOrder.counters("amd64-pmc")).containsExactly("amd64-pmc");
  }
}
