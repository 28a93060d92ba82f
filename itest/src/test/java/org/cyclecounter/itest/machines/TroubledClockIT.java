// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A clock in a process that is stopped for a while. {@link ClockMachines} has other troubles. */
@Tag("long")
class TroubledClockIT {

  @Test
  void boundHoldsAgainAfterTheProcessWasStopped() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "a process is stopped as on Linux");
    List<String> command =
        Java.program(TroubledClock.class, "default-monotonic", "quiet", "stop", "stop");
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertRight(Answers.of(result.out()), "quiet", "stop", "stop");
  }

  static void assertRight(Answers answers, String... names) {
    List<List<String>> troubles = answers.all("trouble");
    troubles.forEach(trouble -> System.out.println("clock: " + String.join(" ", trouble)));
    long recalibrations = 0;
    for (List<String> trouble : troubles) {
      String name = trouble.get(0);
      long[] is = trouble.stream().skip(1).mapToLong(Long::parseLong).toArray();
      assertThat(is[0]).as("checks").isPositive();
      assertThat(is[1]).as("steps backwards").isZero();
      assertThat(is[3]).as("calibrations while the bound was broken").isLessThanOrEqualTo(2);
      assertThat(is[4]).as("bounds broken now").isZero();
      // A reading that is off alone, as a guest's was at a pause, is seen by no calibration.
      if (is[3] > 0 || name.equals("slew")) {
        assertThat(is[5]).as("readings without a bound").isPositive();
        assertThat(is[6]).as("recalibrations").isGreaterThan(recalibrations);
      }
      recalibrations = is[6];
      assertThat(is[7]).as("time of day off by").isLessThan(1_000_000_000);
    }
    assertThat(troubles).extracting(trouble -> trouble.get(0)).containsExactly(names);
    assertThat(answers.all("end")).hasSize(1);
  }
}
