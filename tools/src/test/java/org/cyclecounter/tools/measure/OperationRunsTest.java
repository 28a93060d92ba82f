// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchCounter;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.Sink;
import org.cyclecounter.tools.TestSelected;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationRunsTest {

  private static final String LOST = "The counter an-event was lost: only runs without it count.";

  private volatile String implementation = "an-event";

  private final Bench bench =
      Bench.create(BenchTimer.create(List.of("monotonic"), BenchCounter.only(selected())))
          .targetSeconds(0.001);

  @AfterEach
  void close() {
    bench.close();
  }

  private record Clock(Scope scope, long cyclesPerSecond, Supplier<String> name)
      implements CycleCounter {
    @Override
    public long cycles() {
      return System.nanoTime();
    }

    @Override
    public String implementation() {
      return name.get();
    }
  }

  /** By it each run takes a microsecond, whatever it does. */
  private static final class CountingTimer implements BenchTimer {
    private int micros;

    @Override
    public String describe() {
      return "a microsecond later at each reading";
    }

    @Override
    public BenchTime now() {
      micros++;
      return new BenchTime(micros / 1_000_000, micros % 1_000_000 * 1000, micros, true, true);
    }

    @Override
    public void close() {}
  }

  private TestSelected selected() {
    return new TestSelected(
        new SelectionReport("", "an-event", 1_000_000_000, "test", List.of(), Duration.ZERO),
        new Clock(Scope.SYSTEM, 1_000_000_000, () -> implementation),
        Map.of("an-event", Counted.TICKS),
        Map.of());
  }

  private static OperationRuns of(BenchFunction work) {
    return new OperationRuns(new Operation("work", 0, () -> work));
  }

  private static void work(long n) {
    long x = 3;
    for (long i = 0; i < n; i++) {
      x *= x;
    }
    Sink.consume(x);
  }

  /** The run that loses the counter is disturbed, too, by a collection: it does not count. */
  @Test
  void eachOperationSaysOnceThatTheCounterWasLost() {
    boolean[] loses = {false};
    OperationRuns runs = of(OperationRunsTest::work);
    OperationRuns other =
        of(
            n -> {
              work(n);
              if (loses[0]) {
                implementation = "default-zero";
                System.gc();
              }
            });
    for (int round = 0; round < 2; round++) {
      runs.next(bench);
      other.next(bench);
    }
    loses[0] = true;
    other.next(bench);
    loses[0] = false;
    for (int round = 0; round < 9; round++) {
      assertThat(runs.next(bench).warnings()).containsOnlyOnce(LOST);
      assertThat(other.next(bench).warnings()).containsOnlyOnce(LOST);
    }
  }

  /** With --runs 1 there is no other, whether that was disturbed or not. */
  @Test
  void onlyRunHasItsWarnings() {
    try (Bench counting = Bench.create(new CountingTimer())) {
      assertThat(of(n -> {}).next(counting).warnings())
          .anyMatch(warning -> warning.startsWith("The compiler removed the operation"));
    }
  }
}
