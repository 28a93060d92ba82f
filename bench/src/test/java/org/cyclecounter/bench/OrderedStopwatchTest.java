// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.measuring.ThreadTimes;
import org.junit.jupiter.api.Test;

class OrderedStopwatchTest {

  /** Each start costs 7 cycles and each stop 5, now and then 1000 more. */
  private record Scripted(String implementation, Scope scope, long cyclesPerSecond, long[] reads)
      implements CycleCounter {
    @Override
    public long cycles() {
      throw new AssertionError("not an ordered read");
    }

    @Override
    public long start() {
      return reads[0] += 7;
    }

    @Override
    public long stop() {
      return reads[0] += ++reads[1] % 10 == 0 ? 1005 : 5;
    }
  }

  private static final CycleCounter SCRIPTED =
      new Scripted("scripted", Scope.SYSTEM, 1_000_000_000, new long[2]);

  @Test
  void takesMedianEmptyRegionOfOrderedReadsForOverhead() {
    OrderedStopwatch watch = OrderedStopwatch.of(SCRIPTED);
    assertThat(watch.overhead()).isEqualTo(5);
    assertThat(watch.emptyRegion()).isEqualTo(new EmptyRegion(5, 5, 5)); // some are interrupted
  }

  @Test
  void medianIsOfAllRegionsAndMeanOfThoseThatWereNotInterrupted() {
    assertThat(EmptyRegion.of(52, 78, 26, 52, 9999)).isEqualTo(new EmptyRegion(26, 52, 52));
  }

  /** As where CPUID is trapped: few regions take the least time, and the compiler thousands. */
  @Test
  void waitsForCompilerHoweverLongRegionsTake() {
    int[] reads = {0};
    long[] cycles = {0};
    LongSupplier trapped =
        () -> {
          boolean isStop = reads[0]++ % 2 == 1;
          long endNs = ThreadTimes.cpuNow() + 60_000_000;
          while (reads[0] == 100 && ThreadTimes.cpuNow() < endNs) {
            Thread.onSpinWait();
          }
          return cycles[0] += !isStop ? 1000 : reads[0] < 2 * 7000 ? 182 : 130;
        };
    CycleCounter slow = new FakeSelected("slow", Counted.TICKS, Scope.SYSTEM, trapped);
    OrderedStopwatch watch = OrderedStopwatch.of(slow);
    assertThat(watch.overhead()).isEqualTo(130);
    long start = watch.start();
    assertThat(watch.cyclesBetween(start, watch.stop())).isZero();
  }

  /** As where CPUID is trapped, and later regions cost less than thousands before them. */
  @Test
  void sharesOverheadOfFirstStopwatchAndCutsRegionsAtZero() {
    long[] reads = {0, 0};
    CycleCounter faster =
        new FakeSelected(
            "faster",
            Counted.TICKS,
            Scope.SYSTEM,
            () -> reads[0] += reads[1] == 0 ? 182 : 130); // cheaper from the first stopwatch on
    OrderedStopwatch first = OrderedStopwatch.of(faster);
    reads[1] = 1;
    OrderedStopwatch second = OrderedStopwatch.of(faster);
    assertThat(List.of(first.overhead(), second.overhead())).containsExactly(182L, 182L);
    assertThat(second.cyclesBetween(1000, 1130)).isZero();
    assertThat(second.cyclesBetween(1000, 1200)).isEqualTo(18);
  }

  @Test
  void refusesCounterWithoutReadsBetweenCpuids() {
    assertThatThrownBy(() -> OrderedStopwatch.of(SCRIPTED, Fence.CPUID))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "The counter scripted has no reads between CPUIDs; only time-stamp counters of x86,"
                + " such as amd64-tsc, have them, as the selector returns them.");
  }

  @Test
  void measuresOverheadAnewForCounterOfAnotherFrequency() {
    CycleCounter still = new FakeSelected("rated", Counted.TICKS, Scope.SYSTEM, () -> 42);
    assertThat(OrderedStopwatch.of(still).overhead()).isZero();
    CycleCounter slower = new Scripted("rated", Scope.SYSTEM, 1_000_000_000, new long[2]);
    assertThat(OrderedStopwatch.of(slower).overhead()).isEqualTo(5);
  }
}
