// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;

import org.cyclecounter.Counted;
import org.junit.jupiter.api.Test;

/** What counters count that are not made of perf events. */
class ProbeResultTest {

  @Test
  void whatWindowsCountsForAThreadDependsOnTheProcessor() {
    assertThat(ProbeResult.countedByARegister(OFF_CORE, "windows-threadcycles", "x86-64"))
        .isEqualTo(Counted.TICKS);
    assertThat(ProbeResult.countedByARegister(OFF_CORE, "windows-threadcycles", "aarch64"))
        .isEqualTo(Counted.CORE_CYCLES);
  }

  @Test
  void aRegisterAndMacosCountTheKernelToo() {
    for (String name : new String[] {"arm64-pmc", "amd64-rdpru", "macos-selfcounts"}) {
      assertThat(ProbeResult.countedByARegister(ON_CORE, name, "aarch64"))
          .isEqualTo(Counted.CORE_CYCLES);
    }
    assertThat(ProbeResult.countedByARegister(OFF_CORE, "arm64-vct", "aarch64"))
        .isEqualTo(Counted.TICKS);
  }
}
