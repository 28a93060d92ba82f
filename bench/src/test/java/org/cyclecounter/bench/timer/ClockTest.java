// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockTest {

  @ParameterizedTest
  @ValueSource(strings = {"posix-thread-cputime", "stdc-clock", "monotonic"})
  void advances(String name) {
    try (BenchTimer timer = BenchTimer.create("clock=" + name + " cycle=null")) {
      assertThat(timer.describe()).startsWith("clock " + name + " (");
      BenchTime start = timer.now();
      assertThat(start.timeValid()).isTrue();
      assertThat(start.cyclesValid()).isFalse();
      long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      BenchTime now = timer.now();
      while (nanos(now) == nanos(start) && System.nanoTime() < endNs) {
        now = timer.now();
      }
      assertThat(nanos(now)).isGreaterThan(nanos(start));
      assertThat(now.nanos()).isBetween(0, 999_999_999);
    }
  }

  private static long nanos(BenchTime time) {
    return time.seconds() * 1_000_000_000L + time.nanos();
  }

  /** Another thread computes, ever longer until this one has used less meanwhile. */
  @Test
  void threadClockCountsItsThreadOnly() throws Exception {
    Clock ofThread = Clock.open("posix-thread-cputime");
    long computedNs = 10_000_000;
    long usedNs;
    do {
      computedNs *= 2;
      long durationNs = computedNs;
      Thread other =
          new Thread(
              () -> {
                long beginNs = ofThread.nanos();
                while (ofThread.nanos() - beginNs < durationNs) {
                  Thread.onSpinWait();
                }
              });
      long startNs = ofThread.nanos();
      other.start();
      other.join();
      usedNs = ofThread.nanos() - startNs;
    } while (usedNs >= computedNs && computedNs < 1_000_000_000);
    assertThat(usedNs).isBetween(0L, computedNs - 1);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "clock(3) is another clock there")
  void callsClock3WhereItIsTheProcesssTime() {
    assertThat(BenchTimer.create("clock=stdc-clock cycle=null").describe())
        .isEqualTo("clock stdc-clock (CPU time of the process), cycles null (no cycles)");
  }

  @Test
  void virtualThreadHasNoCpuTimeOfItsOwn() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "Java has virtual threads from 21 on");
    BenchTimer timer = BenchTimer.create("cycle=null");
    List<Object> seen = new ArrayList<>();
    Runnable inVirtualThread =
        () -> {
          seen.add(timer.now().timeValid());
          seen.add(BenchTimer.create("cycle=null").describe());
        };
    Thread virtual =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, inVirtualThread);
    virtual.join();
    assertThat(timer.now().timeValid()).isTrue();
    assertThat(seen.get(0)).isEqualTo(false);
    assertThat(seen.get(1))
        .asString()
        .startsWith("clock stdc-clock")
        .endsWith("; not 'posix-thread-cputime': it cannot be read");
  }
}
