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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** The preferred counter, those after it, if it is the selector's, and what was selected anew. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // core cycles, though their reads cost more
        "amd64-tsc amd64-pmc default-perfevent default-monotonic | default-perfevent |"
            + " [amd64-tsc] | false | [default-perfevent]",
        // then the time-stamp counter, though another is better
        "amd64-pmc amd64-tsc -default-perfevent | amd64-tsc | [] | false | [amd64-tsc]",
        "x86-tsc | x86-tsc | [] | false | []",
        "amd64-tsc | amd64-tsc | [] | false | []",
        // then the selector's best
        "arm64-vct default-monotonic -default-perfevent | arm64-vct | [] | true | []",
      })
  void prefersCoreCyclesThenTimeStampCounterThenBest(
      String all, String name, String successors, boolean isBest, String selectedAnew) {
    BenchCounter preferred = select(all.split(" "));
    assertThat(preferred.selected().report().implementation()).isEqualTo(name);
    assertThat(preferred.successors()).hasToString(successors);
    assertThat(preferred.isBest()).isEqualTo(isBest);
    assertThat(asked).hasToString(selectedAnew);
  }

  @Test
  void passesOverCounterThatFailsNow() {
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
  void understandsNamesOfMlib() {
    assertThat(CounterOrder.counters("linux-perf-event")).containsExactly("default-perfevent");
    assertThat(CounterOrder.counters("x86-rdtsc")).containsExactly("amd64-tsc", "x86-tsc");
    assertThat(CounterOrder.counters("amd64-pmc")).containsExactly("amd64-pmc");
    List<String> known = List.of("x86-tsc", "default-monotonic");
    assertThat(CounterOrder.named("x86-rdtsc", known)).isEqualTo("x86-tsc");
    assertThat(CounterOrder.named("linux-perf-event", known)).isEqualTo("linux-perf-event");
    assertThat(CounterOrder.named("default-monotonic", known)).isEqualTo("default-monotonic");
  }
}
