// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

/** What is wrong with a provider is said with the call that failed; the log has the stack trace. */
class DiscoveryTest {

  private static final RuntimeException BOOM = new IllegalStateException("boom");

  private static List<String> reasons(CycleCounterProvider provider) {
    return new Discovery(List.of(provider)).rejected().stream().map(CounterReport::reason).toList();
  }

  @Test
  void aFailingCallIsNamedAndLogged() {
    try (Logged log = new Logged()) {
      CycleCounterProvider failing =
          () -> {
            throw BOOM;
          };
      assertThat(reasons(failing))
          .singleElement()
          .asString()
          .contains(" failed: counters() threw java.lang.IllegalStateException: boom");
      CounterSource nameless =
          new TestCounter("odd", CounterKind.ON_CORE, () -> System::nanoTime) {
            @Override
            public String name() {
              throw BOOM;
            }
          };
      assertThat(reasons(TestCounter.provider(nameless)))
          .singleElement()
          .asString()
          .contains("cannot be described: name() threw java.lang.IllegalStateException: boom");
      assertThat(log.thrownAtDebug()).containsExactly(BOOM, BOOM);
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void nullIsSaidToBeNull() {
    assertThat(reasons(() -> null))
        .singleElement()
        .asString()
        .endsWith(" failed: counters() returned null; it must return a list, which may be empty");
    assertThat(reasons(() -> Arrays.asList((CounterSource) null)))
        .singleElement()
        .asString()
        .endsWith("contains null; remove it");
  }
}
