// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.selector.report.LastResortReasons.Surroundings;
import org.cyclecounter.spi.nativelib.Platform;
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
  void namesFamiliesOfOtherProcessorsOnThePath() {
    boolean isOther = Families.isOfAnotherProcessor(MiscProvider.class.getName());
    assumeThat(isOther).as("MiscProvider, of the tests, is of other processors").isTrue();
    String here = Platform.current().processor();
    assertThat(LastResortReasons.reason(Surroundings.PATH))
        .startsWith(
            "no counter on the path for "
                + here
                + " (cyclecounter-misc: of other processors); add these JARs beside the selector:"
                + " ");
  }

  @Test
  void saysThatTheMultipleIsBorderline() {
    assertThat(UsableReasons.borderline(2.39996, "accept it"))
        .isEqualTo(
            "; borderline: the estimated frequency is 2.4 times its rate, so another selection may"
                + " accept it");
    assertThat(UsableReasons.borderline(0, "accept it")).isEmpty();
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
