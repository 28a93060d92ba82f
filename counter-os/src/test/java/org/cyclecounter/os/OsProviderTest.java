// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.spi.ProviderContract;
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
  void macosSelfcountsSaysWhyItCannotBeRead() {
    assertThat(MacosSelfcounts.reason(-2)).contains("10.13");
    assertThat(MacosSelfcounts.reason(-1)).contains("counts no cycles");
    assertThat(MacosSelfcounts.reason(45)).startsWith("thread_selfcounts: errno 45; ");
  }

  @Test
  void whatWindowsCountsDependsOnTheProcessor() {
    assertThat(WindowsThreadcycles.countedOn("x86-64")).isEqualTo(Counted.TICKS);
    assertThat(WindowsThreadcycles.countedOn("aarch64")).isEqualTo(Counted.CORE_CYCLES);
  }
}
