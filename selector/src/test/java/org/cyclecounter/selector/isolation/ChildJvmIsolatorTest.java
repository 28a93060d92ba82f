// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

/** Uses real child JVMs; SharedChildTest and BudgetTest use scripted ones. */
class ChildJvmIsolatorTest {

  private static IsolationResult probe(CycleCounterProvider provider) {
    return Candidates.probe(Candidates.of(provider, "healthy-1")).get(0);
  }

  @Test
  void givesEachCounterItsOwnReasonOrNone() {
    try (Logged log = new Logged()) {
      Map<String, String> reasons =
          Candidates.reasons(new CrashProvider(), "healthy-1", "out-of-memory", "nesting");
      assertThat(reasons)
          .containsEntry("healthy-1", "")
          .containsEntry("nesting", Rejection.of(Code.IN_A_CHILD).sentence());
      assertThat(reasons.get("out-of-memory"))
          .contains("ticks() threw java.lang.OutOfMemoryError: on purpose; a read must not throw");
      assertThat(log.debug())
          .anyMatch(m -> m.matches("(?s).*OutOfMemoryError: on purpose\\R\tat .*Crash.*"));
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void rejectsProviderThatNoOtherProcessCanCreate() {
    CycleCounterProvider lambda = () -> new CrashProvider().counters();
    IsolationResult result = probe(lambda);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.rejection().code()).isEqualTo(Code.NOT_PUBLIC);
  }

  @Test
  void rejectsCounterAfterInterruptAndKeepsInterrupt() {
    Thread.currentThread().interrupt();
    IsolationResult result = probe(new CrashProvider());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.rejection()).isEqualTo(Rejection.of(Code.INTERRUPTED_BEFORE));
  }
}
