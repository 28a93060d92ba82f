// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.FakeSelected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** By what is counted, for whom, and if the clock follows the thread. */
  @ParameterizedTest
  @CsvSource({
    "USER_CYCLES, THREAD, true, USER_TIME",
    "CORE_CYCLES, THREAD, true, CPU_TIME",
    "CORE_CYCLES, CORE, true, NOTHING",
    "TICKS, SYSTEM, true, WAITING",
    "TICKS, SYSTEM, false, NOTHING",
    "TICKS, CORE, true, NOTHING",
  })
  void tellsMeaningOfRate(Counted counted, Scope scope, boolean follows, RateMeaning meaning) {
    Cycles cycles = Cycles.of("x", new FakeSelected("x", counted, scope, () -> 0), List.of("x"));
    assertThat(cycles.counting(new Clock("c", "a test's", follows, () -> 0)).rate())
        .isEqualTo(meaning);
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
