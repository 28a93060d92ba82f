// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.Measured;
import org.junit.jupiter.api.Test;

class UsableReasonsTest {

  private static String offRate(Counted counted, double observedHz, double perTick) {
    OptionalLong cycles = OptionalLong.of(26);
    Measured measured =
        new Measured(cycles, cycles, 10, OptionalDouble.of(observedHz), OptionalDouble.empty());
    return UsableReasons.offRate(counted, measured, perTick, 1_200_000_000);
  }

  /** An i5-1235U's: its maximum frequency is set to less than its time-stamp counter's rate. */
  @Test
  void saysWhatToDivideTicksBy() {
    assertThat(offRate(Counted.TICKS, 2_995_200_000.0, 1))
        .isEqualTo(
            "; a second has 2995200000 of its cycles, and not 1200000000 (cyclesPerSecond()): to"
                + " get seconds, divide by the former");
    assertThat(offRate(Counted.TICKS, 2_995_200_000.0, 0.400641)).isEmpty();
    assertThat(offRate(Counted.TICKS, 1_150_000_000.0, 1)).isEmpty();
    assertThat(offRate(Counted.CORE_CYCLES, 2_995_200_000.0, 1))
        .as("a core's, which moves")
        .isEmpty();
  }
}
