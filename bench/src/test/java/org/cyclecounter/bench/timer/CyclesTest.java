// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.FakeSelected;
import org.junit.jupiter.api.Test;

class CyclesTest {

  private static String lack(Counted counted, String clockReason) {
    return Cycles.lack(
        new FakeSelected("best", counted, Scope.SYSTEM, () -> 0) {
          @Override
          public String clockReason() {
            return clockReason;
          }
        });
  }

  @Test
  void passesOnWhyClockIsReadUnlessThatWasAskedFor() {
    assertThat(lack(Counted.TIME, "no counter; add JARs"))
        .isEqualTo("no cycles are counted: no counter; add JARs");
    assertThat(lack(Counted.TIME, "")).isEmpty();
  }

  @Test
  void namesTheBestCounterWhereItIsNoneOfTheDefaults() {
    assertThat(lack(Counted.TICKS, ""))
        .startsWith("no cycles are counted: none of the default counters works here; name another")
        .endsWith(" cycle=best");
  }
}
