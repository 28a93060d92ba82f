// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.ProviderContract;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class ArmProviderTest extends ProviderContract {
  ArmProviderTest() {
    super(
        ArmProvider.class,
        Platform.current().processor(),
        processor -> ArmProvider.of(new Platform("linux", processor)),
        """
        arm64-pmc     aarch64   ON_CORE  CORE   64 - CORE_CYCLES
        arm64-vct     aarch64   OFF_CORE SYSTEM 64 - TICKS
        arm64-perfpmc aarch64   ON_CORE  THREAD 64 - USER_CYCLES/CORE_CYCLES
        arm64-vctss   aarch64   OFF_CORE SYSTEM 64 - TICKS
        arm32-cortex  arm,armel ON_CORE  CORE   32 - CORE_CYCLES
        arm32-1176    arm,armel ON_CORE  CORE   32 - CORE_CYCLES
        """);
  }

  @Test
  void listsNamesOf20260901InItsOrder() {
    assertThat(String.join(" ", ArmProvider.of20260901()))
        .isEqualTo("arm64-perfpmc arm64-pmc arm64-vct arm32-cortex arm32-1176");
  }
}
