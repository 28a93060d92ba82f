package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProviderReasonsTest {

  @Test
  void whatAThirdPartyThrowsIsCutAndCleaned() {
    String problem = "a\nb" + "x".repeat(300);
    for (String reason :
        new String[] {
          ProviderReasons.failed("p.P", problem),
          ProviderReasons.notDescribed("p.P", problem),
          ProviderReasons.notLoaded(new IllegalStateException(problem))
        }) {
      assertThat(reason).contains("a bx").endsWith("x...").hasSizeLessThan(300);
    }
  }

  @Test
  void theTimeOfATrialIsInTenthsOfAMillisecond() {
    Duration cost = Duration.ofNanos(1_250_000);
    assertThat(IsolationReasons.passed(true, cost, "")).isEqualTo("; tried natively, 1.3 ms");
    assertThat(IsolationReasons.passed(false, cost, ChildReasons.PRINTS))
        .isEqualTo("; tried in a child JVM, 1.3 ms, it prints");
    assertThat(IsolationReasons.failed(true, Duration.ZERO, "no"))
        .isEqualTo("no; tried natively, 0.0 ms");
    assertThat(IsolationReasons.died(false, cost, "ended it"))
        .isEqualTo("tried in a child JVM, 1.3 ms: it ended it");
  }
}
