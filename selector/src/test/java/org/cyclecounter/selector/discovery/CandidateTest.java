// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

class CandidateTest {

  private static Candidate candidate(CycleCounterProvider provider) {
    return Found.of(List.of(provider)).candidates().get(0);
  }

  @Test
  void asksNoThirdPartySource() {
    TestCounter silent =
        TestCounter.rising("theirs", CounterKind.ON_CORE, 1)
            .executing(() -> raise(new IllegalStateException("asked")));
    Candidate theirs = candidate(TestCounter.provider(silent));
    assertThat(theirs.isOurs()).isFalse();
    assertThat(theirs.instructionUnasked()).isEmpty();
    assertThat(theirs.unavailableReason()).isEmpty();
    assertThat(theirs.narrowingReason()).isEmpty();
    assertThat(theirs.reportedObstacle(null, true)).isNull();
    assertThat(theirs.reportedObstacle(Obstacle.NO_LIBRARY, true)).isEqualTo(Obstacle.NO_LIBRARY);
  }

  @Test
  void trustsOurProvidersByTheirClass() {
    Candidate ours =
        candidate(new MiscProvider(List.of(TestCounter.rising("o", CounterKind.ON_CORE, 1))));
    assertThat(ours.isOurs()).isTrue();
    assertThat(ours.with(ours.source(), ours.scope()).isOurs()).isTrue();
  }
}
