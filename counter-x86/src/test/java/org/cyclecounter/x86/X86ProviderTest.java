// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class X86ProviderTest extends ProviderContract {
  X86ProviderTest() {
    super(
        X86Provider.class,
        Platform.current().processor(),
        processor -> X86Provider.of(new Platform("linux", processor)),
        """
        amd64-pmc       x86-64 ON_CORE  THREAD 64 RDPMC USER_CYCLES/CORE_CYCLES
        amd64-tsc       x86-64 OFF_CORE SYSTEM 64 RDTSC TICKS
        amd64-tscasm    x86-64 OFF_CORE SYSTEM 64 RDTSC TICKS
        amd64-perfpmcff x86-64 ON_CORE  THREAD 64 RDPMC USER_CYCLES/CORE_CYCLES
        amd64-perfpmc   x86-64 ON_CORE  THREAD 64 RDPMC USER_CYCLES/CORE_CYCLES
        amd64-pmcff     x86-64 ON_CORE  CORE   64 RDPMC CORE_CYCLES
        amd64-rdpru     x86-64 ON_CORE  CORE   64 RDPRU CORE_CYCLES
        x86-tsc         x86    OFF_CORE SYSTEM 64 RDTSC TICKS
        x86-tscasm      x86    OFF_CORE SYSTEM 64 RDTSC TICKS
        """);
  }

  @Test
  void listsNamesOf20260901InItsOrder() {
    assertThat(String.join(" ", X86Provider.of20260901()))
        .isEqualTo(
            "amd64-perfpmcff amd64-perfpmc amd64-pmcff amd64-tsc amd64-tscasm x86-tsc x86-tscasm");
  }

  /** Intel's processors have one of the two names only, and alone the fixed counter. */
  @ParameterizedTest
  @CsvSource({
    "GenuineIntel, true, false, true",
    "AuthenticAMD, true, true, false",
    "'', true, true, true", // unless the maker is known, nothing rules a counter out
  })
  void makersHaveTheirCounters(String maker, boolean pmc, boolean perfPmc, boolean perfPmcFf) {
    assertThat(new Amd64Pmc("amd64-pmc").isFor(maker)).isEqualTo(pmc);
    assertThat(new Amd64Pmc("amd64-perfpmc").isFor(maker)).isEqualTo(perfPmc);
    assertThat(new Amd64PerfPmcFf().isFor(maker)).isEqualTo(perfPmcFf);
  }
}
