// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.itest.Java;
import org.cyclecounter.selector.CycleCounterSelector;
import org.junit.jupiter.api.Test;

/** Timers on all of the machine's counters. */
class BenchTimerIT {

  private static final List<CounterReport> COUNTERS =
      CycleCounterSelector.builder().build().select().report().counters();

  private static boolean works(String name) {
    return COUNTERS.stream()
        .anyMatch(counter -> counter.name().equals(name) && counter.verdict() != Verdict.REJECTED);
  }

  @Test
  void takesCounterAsCycleSubtimerByItsName() {
    for (CounterReport counter : COUNTERS) {
      String config = "cycle=" + counter.name();
      if (counter.verdict() == Verdict.REJECTED) {
        assertThatThrownBy(() -> BenchTimer.create(config))
            .isInstanceOf(BenchException.class)
            .hasMessageStartingWith("No cycle subtimer initialises: '" + counter.name() + "': ");
      } else {
        try (BenchTimer timer = BenchTimer.create(config)) {
          assertThat(timer.now().cyclesValid()).isTrue();
          assertThat(timer.describe()).contains(" cycles " + counter.name() + " (");
        }
      }
    }
  }

  @Test
  void rdtscIsTheTimeStampCounterUnscaled() {
    assumeTrue(works("amd64-tsc") || works("x86-tsc"), "there is no time-stamp counter here");
    try (BenchTimer timer = BenchTimer.create("cycle=x86-rdtsc")) {
      assertThat(timer.now().cyclesValid()).isTrue();
      assertThat(timer.describe())
          .matches(".* cycles (amd64|x86)-tsc \\(ticks of a constant-rate clock\\)");
    }
  }

  @Test
  void perfEventsAreTheDefaultWhereThereAreAny() {
    try (BenchTimer timer = BenchTimer.create("")) {
      if (works("default-perfevent")) {
        assertThat(timer.describe()).contains(" cycles default-perfevent (core cycles");
      } else {
        assertThat(timer.describe()).contains("; not 'linux-perf-event': ");
      }
    }
  }

  @Test
  void environmentVariableConfiguresAndAnUnknownCounterIsAWarning() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(Java.program(Timer.class));
    builder
        .environment()
        .put(BenchTimer.VARIABLE, "clock=monotonic cycle=defualt-monotonic,default-monotonic");
    Java.Result result = Java.run(builder);
    assertThat(result.err())
        .anyMatch(
            line ->
                line.contains("Skipped the cycle subtimer 'defualt-monotonic': unknown counter"));
    assertThat(result.out().get(0))
        .startsWith("made clock monotonic")
        .contains("cycles default-monotonic (time");
    assertThat(result.out().get(1)).isEqualTo("valid true true");
  }
}
