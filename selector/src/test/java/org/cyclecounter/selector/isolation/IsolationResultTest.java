// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.ChildReasons;
import org.junit.jupiter.api.Test;

class IsolationResultTest {

  @Test
  void givesTheTimeOfAProbeInTenthsOfAMillisecond() {
    Duration cost = Duration.ofNanos(1_250_000);
    assertThat(sentence(Result.PASSED, "", true, cost)).isEqualTo("; probed natively, 1.3 ms");
    assertThat(sentence(Result.PASSED, ChildReasons.PRINTS, false, cost))
        .isEqualTo("; probed in a child JVM, 1.3 ms, it prints");
    assertThat(sentence(Result.FAILED, "no", true, Duration.ZERO))
        .isEqualTo("no; probed natively, 0.0 ms");
    assertThat(sentence(Result.DIED, "ended it", false, cost))
        .isEqualTo("probed in a child JVM, 1.3 ms: it ended it");
  }

  private static String sentence(Result result, String reason, boolean natively, Duration cost) {
    return new IsolationResult(result, reason, natively, null, cost).sentence();
  }
}
