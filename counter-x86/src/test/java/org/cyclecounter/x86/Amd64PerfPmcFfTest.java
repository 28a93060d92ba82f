// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterContract;
import org.junit.jupiter.api.Test;

class Amd64PerfPmcFfTest extends CounterContract {
  Amd64PerfPmcFfTest() {
    super(
        new Amd64PerfPmcFf(),
        "amd64-perfpmcff",
        CounterKind.ON_CORE,
        Scope.THREAD,
        "RDPMC",
        Counted.USER_CYCLES,
        Counted.CORE_CYCLES);
  }

  /** Unless the maker is known, nothing says that the counter cannot be had. */
  @Test
  void onlyIntelsProcessorsHaveIt() {
    assertThat(new Amd64PerfPmcFf().isFor("GenuineIntel")).isTrue();
    assertThat(new Amd64PerfPmcFf().isFor("")).isTrue();
    assertThat(new Amd64PerfPmcFf().isFor("AuthenticAMD")).isFalse();
  }
}
