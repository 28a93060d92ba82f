// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.scoring.Penalties.LIBCPUCYCLES_20240114;
import static org.cyclecounter.selector.scoring.Penalties.LIBCPUCYCLES_20260901;

import org.cyclecounter.CounterKind;
import org.junit.jupiter.api.Test;

class PenaltiesTest {

  @Test
  void inTheNewerReleaseDefaultPerfeventIsOnCore() {
    assertThat(LIBCPUCYCLES_20260901.of("default-perfevent", OFF_CORE, 64, 0)).isZero();
    assertThat(LIBCPUCYCLES_20260901.of("default-perfevent", OFF_CORE, 64, 4)).isEqualTo(40);
    assertThat(LIBCPUCYCLES_20240114.of("default-perfevent", OFF_CORE, 64, 4)).isEqualTo(100);
  }

  @Test
  void theNewerReleasesTable() {
    assertThat(LIBCPUCYCLES_20260901.of("amd64-pmc", ON_CORE, 64, 2)).isEqualTo(20);
    assertThat(LIBCPUCYCLES_20260901.of("arm32-cortex", ON_CORE, 32, 0)).isEqualTo(300);
    assertThat(LIBCPUCYCLES_20260901.of("amd64-tsc", OFF_CORE, 64, 1)).isEqualTo(1010);
    assertThat(LIBCPUCYCLES_20260901.of("s390x-stckf", FIXED_RESOLUTION, 64, 0)).isEqualTo(1000);
  }

  @Test
  void theLeastIsNoMoreThanWhatItCanBe() {
    for (Penalties penalties : Penalties.values()) {
      for (String name : new String[] {"default-perfevent", "amd64-tsc"}) {
        for (CounterKind kind : CounterKind.values()) {
          for (int bits : new int[] {32, 64}) {
            assertThat(penalties.least(name, kind))
                .isLessThanOrEqualTo(penalties.of(name, kind, bits, 0));
          }
        }
      }
    }
    assertThat(LIBCPUCYCLES_20260901.least("default-perfevent", OFF_CORE)).isZero();
  }
}
