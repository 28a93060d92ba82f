// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.trace.ConstantTime;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place;
import org.cyclecounter.trace.SecretReport;
import org.junit.jupiter.api.Test;

/** Times a leak of a hundred cycles, whose t is fifty times that of an alarm. */
class TimingTest {

  @Test
  void seesManyBranchesAndSaysWhatTheyAreWorth() {
    Optional<String> obstacle = ConstantTime.obstacle(Method.TIMING);
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    SecretReport report =
        ConstantTime.of(32, PlantedLeaks.BranchOnBit.class)
            .methods(Method.TIMING)
            .limit(Duration.ofMinutes(10))
            .check();
    assertThat(report.places())
        .as(report.toString())
        .isEqualTo(List.of(new Place(Place.Kind.TIME, List.of(), Method.TIMING)));
    assertThat(report.java()).containsPattern("differ by -?\\d+\\.\\d ticks");
  }
}
