// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class OsProviderTest extends ProviderContract {
  OsProviderTest() {
    super(
        OsProvider.class,
        Platform.current().os(),
        os -> OsProvider.of(new Platform(os, "x86-64")),
        """
        default-perfevent    all    OFF_CORE         THREAD 64 read(2) USER_CYCLES/CORE_CYCLES
        default-mach         all    OFF_CORE         SYSTEM 64 - TICKS
        default-monotonic    all    FIXED_RESOLUTION SYSTEM 64 - TIME
        default-gettimeofday all    FIXED_RESOLUTION SYSTEM 64 - TIME
        default-zero         all    FIXED_RESOLUTION SYSTEM 64 - TIME
        macos-selfcounts     darwin ON_CORE THREAD 64 thread_selfcounts() CORE_CYCLES
        windows-threadcycles win32  OFF_CORE THREAD 64 QueryThreadCycleTime() TICKS/CORE_CYCLES
        windows-qpc          win32  OFF_CORE         SYSTEM 64 - TICKS
        thread-cputime       all    FIXED_RESOLUTION THREAD 64 - TIME
        """);
  }

  @Test
  void listsNamesOf20260901InItsOrder() {
    assertThat(String.join(" ", OsProvider.of20260901()))
        .isEqualTo(
            "default-perfevent default-mach default-monotonic default-gettimeofday default-zero");
  }

  @Test
  void countsMicrosecondsOfWallClock() throws Exception {
    DefaultGettimeofday counter = new DefaultGettimeofday();
    assertThat(counter.scaling()).isEqualTo(Scaling.ticksPerSecond(1_000_000));
    try (TickSource open = counter.open()) {
      for (TickSource clock : List.of(open, DefaultGettimeofday::microsecondsOfTheJdk)) {
        long beforeMs = System.currentTimeMillis();
        long us = clock.ticks();
        assertThat(us / 1_000).isBetween(beforeMs, System.currentTimeMillis());
      }
    }
  }

  @Test
  void countsNanosecondsOfMonotonicClock() throws Exception {
    SystemClock counter = SystemClock.monotonic();
    assertThat(counter.scaling()).isEqualTo(Scaling.ticksPerSecond(1_000_000_000));
    long beforeNs = System.nanoTime();
    long ns = counter.open().ticks();
    assertThat(ns - beforeNs).isBetween(0L, System.nanoTime() - beforeNs);
  }

  @Test
  void opensZeroNever() {
    assertThatThrownBy(SystemClock.zero()::open).hasMessageStartingWith("always 0");
  }

  @Test
  void macosSelfcountsSaysWhyItCannotBeRead() {
    assertThat(MacosSelfcounts.reason(-2)).contains("10.13");
    assertThat(MacosSelfcounts.reason(-1)).contains("counts no cycles");
    assertThat(MacosSelfcounts.reason(45)).startsWith("thread_selfcounts: errno 45; ");
  }

  @Test
  void derivesWindowsUnitFromProcessor() {
    assertThat(WindowsThreadcycles.countedOn("x86-64")).isEqualTo(Counted.TICKS);
    assertThat(WindowsThreadcycles.countedOn("aarch64")).isEqualTo(Counted.CORE_CYCLES);
  }
}
