// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.Sink;
import org.cyclecounter.bench.Timing;
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
  void everyCounterIsACycleSubtimerByItsName() {
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
      assertThat(timer.describe()).endsWith("cycles x86-rdtsc (ticks of a constant-rate clock)");
    }
  }

  @Test
  void perfEventsAreTheDefaultWhereThereAreAny() {
    try (BenchTimer timer = BenchTimer.create("")) {
      if (works("default-perfevent")) {
        assertThat(timer.describe()).contains(" cycles linux-perf-event (core cycles");
      } else {
        assertThat(timer.describe()).contains("; not 'linux-perf-event': ");
      }
    }
  }

  @Test
  void timeAndCyclesAreMeasured() {
    try (Bench bench = Bench.create(BenchTimer.create("cycle=default-monotonic"))) {
      BenchFunction multiplications =
          n -> {
            long x = 3;
            for (long i = 0; i < n; i++) {
              x *= x;
            }
            Sink.consume(x);
          };
      Timing timing = bench.targetSeconds(0.05).measure(multiplications, 1);
      // A compiler that comes late makes a run shorter than the one that its length was taken from.
      for (int again = 0; again < 5 && timing.seconds() <= 0.03; again++) {
        timing = bench.measure(multiplications, 1);
      }
      assertThat(timing.timeValid()).isTrue();
      assertThat(timing.cyclesValid()).isTrue();
      assertThat(timing.seconds()).isGreaterThan(0.03);
      assertThat(timing.cyclesPerOperation()).isPositive();
      assertThat(timing.clock()).isEqualTo("posix-thread-cputime");
      assertThat(timing.counter()).isEqualTo("default-monotonic");
      assertThat(timing.counted()).isEqualTo(Counted.TIME);
      assertThat(timing.toString())
          .contains(" cycles by default-monotonic (time) and ", " ns by posix-thread-cputime");
    }
  }

  @Test
  void anUnknownCounterIsSkippedWithAWarning() throws Exception {
    Java.Result result = timer("cycle=defualt-monotonic,default-monotonic");
    assertThat(result.err())
        .anyMatch(
            line ->
                line.contains("Skipped the cycle subtimer 'defualt-monotonic': unknown counter"));
    assertThat(result.out().get(0)).contains("cycles default-monotonic (time");
    assertThat(result.out().get(1)).isEqualTo("valid true true");
  }

  private static Java.Result timer(String variable, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(Java.path("java")));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests(),
            Timer.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(BenchTimer.VARIABLE, variable);
    return Java.run(builder);
  }

  @Test
  void theEnvironmentVariableConfigures() throws Exception {
    Java.Result result = timer("clock=monotonic cycle=null");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().get(0)).startsWith("made clock monotonic").contains("cycles null");
    assertThat(result.out().get(1)).isEqualTo("valid true false");
  }

  @Test
  void thePropertyComesBeforeIt() throws Exception {
    Java.Result result =
        timer("nonsense", "-D" + BenchTimer.PROPERTY + "=list clock=stdc-clock cycle=null");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("clock monotonic: wall time", "cycle null: no cycles")
        .anyMatch(line -> line.startsWith("cycle linux-perf-event: "))
        .anyMatch(line -> line.startsWith("cycle default-gettimeofday: "))
        .anyMatch(line -> line.startsWith("made clock stdc-clock"));
  }
}
