// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Test;

class WindowsThreadcyclesTest extends CounterContract {
  WindowsThreadcyclesTest() {
    super(
        new WindowsThreadcycles(),
        "windows-threadcycles",
        CounterKind.OFF_CORE,
        Scope.THREAD,
        "QueryThreadCycleTime()",
        Counted.TICKS,
        Counted.CORE_CYCLES);
  }

  @Test
  void whatWindowsCountsDependsOnTheProcessor() {
    assertThat(WindowsThreadcycles.countedOn("x86-64")).isEqualTo(Counted.TICKS);
    assertThat(WindowsThreadcycles.countedOn("aarch64")).isEqualTo(Counted.CORE_CYCLES);
  }
}
