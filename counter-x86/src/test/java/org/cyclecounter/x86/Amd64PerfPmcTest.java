// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Test;

class Amd64PerfPmcTest extends CounterContract {
  Amd64PerfPmcTest() {
    super(
        new Amd64Pmc("amd64-perfpmc"),
        "amd64-perfpmc",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "RDPMC",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }

  @Test
  void intelsProcessorsHaveTheOtherNameOnly() {
    assertThat(new Amd64Pmc("amd64-perfpmc").isFor("GenuineIntel")).isFalse();
    assertThat(new Amd64Pmc("amd64-perfpmc").isFor("")).isTrue();
    assertThat(new Amd64Pmc("amd64-perfpmc").isFor("AuthenticAMD")).isTrue();
    assertThat(new Amd64Pmc("amd64-pmc").isFor("GenuineIntel")).isTrue();
  }
}
