package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.report.LastResortReasons.Place;
import org.junit.jupiter.api.Test;

class LastResortReasonsTest {

  @Test
  void eachPlaceHasItsRemedy() {
    assertThat(LastResortReasons.of(true, false, Place.PATH))
        .startsWith(
            "the selector's own reading of System.nanoTime: there is no counter on the path")
        .contains("cyclecounter-os", "--add-modules");
    assertThat(LastResortReasons.of(false, false, Place.CONTAINER))
        .startsWith("always 0: there is no counter in the container; install and start");
    assertThat(LastResortReasons.warning(false, Place.SECURED_PATH))
        .contains("the security manager shows the selector no counter", "docs/operators.md")
        .doesNotContain("on the path");
  }

  @Test
  void whereCountersWereTriedTheReportHasTheReasons() {
    for (Place place : Place.values()) {
      assertThat(LastResortReasons.warning(true, place)).endsWith("the report has the reasons");
    }
  }
}
