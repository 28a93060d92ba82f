// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of CPUID, written by hand by the rules of Intel's manual. */
class NominalRateTest {

  /** Columns: last leaf, signature, leaf 15H's EAX, EBX and ECX, leaf 16H's EAX, the rate. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "Alder Lake,                       0x20, 0x90672, 2, 156, 38400000, 3000, 2995200000",
    "Skylake: crystal by signature,    0x16, 0x506e3, 2, 334,        0, 4000, 4008000000",
    "Skylake server,                   0x16, 0x50654, 2, 168,        0, 2100, 2100000000",
    "Goldmont,                         0x15, 0x506c9, 3, 234,        0,    0, 1497600000",
    "Cannon Lake: by leaf 16H,         0x16, 0x60663, 2, 184,        0, 2200, 2200000000",
    "Cannon Lake without that,         0x15, 0x60663, 2, 184,        0, 2200,          0",
    "Haswell: no leaf,                 0x0d, 0x306c3, 2, 334, 24000000, 4000,          0",
    "Skylake under a hypervisor,       0x16, 0x506e3, 0,   0,        0,    0,          0",
    "no ratio,                         0x16, 0x506e3, 2,   0, 24000000, 4000,          0",
    "another family of that model,     0x15, 0x50fe3, 2, 334,        0,    0,          0",
  })
  void isTheCrystalTimesTheRatio(
      String name, int last, int signature, int eax, int ebx, int ecx, int base, long hz) {
    NominalRate.Cpuid cpuid =
        (leaf, register) ->
            switch (leaf) {
              case 0 -> last;
              case 1 -> signature;
              case 0x15 -> new int[] {eax, ebx, ecx, 0}[register];
              case 0x16 -> base;
              case 0x8000_0000 -> 0x8000_0008;
              case 0x8000_0007 -> 1 << 8;
              default -> throw new AssertionError(leaf);
            };
    assertThat(NominalRate.hz(cpuid)).as(name).isEqualTo(hz);
    assertThat(NominalRate.hz((leaf, register) -> leaf < 0 ? 0 : cpuid.register(leaf, register)))
        .as("not invariant")
        .isZero();
  }

  /** None of AMD's, and of a guest's whose hypervisor hides it. */
  @Test
  void asksThisProcessor() throws Exception {
    TimeStampCounter counter = new TimeStampCounter("amd64-tsc");
    try (TickSource open = ProviderContract.open(counter)) {
      assertThat(NominalRate.cpuid(0, 0)).as("last leaf, below %s", open).isPositive();
      assertThat(counter.nominalHz()).matches(hz -> hz == 0 || hz > 100_000_000);
    }
  }
}
