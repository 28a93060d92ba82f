// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Written from arch/powerpc/kernel/setup-common.c. */
class TimeBaseTest {

  @Test
  void theLineOfCpuinfo() {
    assertThat(
            Mftb.ofCpuinfo(
                "processor\t: 0\ncpu\t\t: POWER9\nclock\t\t: 3800.000000MHz\n\n"
                    + "timebase\t: 512000000\nplatform\t: PowerNV\n"))
        .isEqualTo(512_000_000);
  }

  @Test
  void noLineIs0() {
    assertThat(Mftb.ofCpuinfo("cpu MHz : 2596.122\nmytimebase : 5\ntimebase : x\n")).isZero();
  }
}
