// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.junit.jupiter.api.Test;

class LastResortReasonsTest {

  @Test
  void givesRemedyForEachSurroundings() {
    assertThat(LastResortReasons.of(true, Surroundings.PATH))
        .startsWith("fallback to System.nanoTime: no counter on the path")
        .contains("cyclecounter-os", "--add-modules");
    assertThat(LastResortReasons.of(false, Surroundings.CONTAINER))
        .startsWith("always 0: no counter in the container; install and start");
  }

  @Test
  void blamesNoPathWhereCountersWereFound() {
    assertThat(LastResortReasons.warning(LastResortReasons.reason(Surroundings.NONE_WORKS)))
        .startsWith("a clock is read instead of a cycle counter: no available and permitted")
        .endsWith("the report gives the reasons; see docs/faq.md#clock-instead");
  }

  @Test
  void keepsReasonForWhichClockItselfWasRejected() {
    assertThat(LastResortReasons.ofRejected("excluded by the caller"))
        .isEqualTo(
            "fallback to System.nanoTime, because nothing else works; rejected itself: excluded by"
                + " the caller");
  }
}
