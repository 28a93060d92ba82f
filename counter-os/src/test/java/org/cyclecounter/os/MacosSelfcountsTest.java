// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Test;

class MacosSelfcountsTest extends CounterContract {
  MacosSelfcountsTest() {
    super(
        new MacosSelfcounts(),
        "macos-selfcounts",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "thread_selfcounts()");
  }

  @Test
  void saysWhyItCannotBeRead() {
    assertThat(MacosSelfcounts.reason(-2)).contains("10.13");
    assertThat(MacosSelfcounts.reason(-1)).contains("counts no cycles");
    assertThat(MacosSelfcounts.reason(45)).startsWith("thread_selfcounts: errno 45; ");
  }
}
