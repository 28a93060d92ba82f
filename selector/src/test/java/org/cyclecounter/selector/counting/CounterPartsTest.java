// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import java.util.List;
import java.util.Objects;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
import org.junit.jupiter.api.Test;

/** Counters of the factory, and the parts that a measurement finds in them. */
class CounterPartsTest {

  private static final TickSource FOUR = () -> 4;

  private static CycleCounter counter(TickSource source) {
    return Ratio.ONE.counter(source, 64, 2, "four", Scope.CORE, 1_000_000_000);
  }

  private static CounterParts parts(CycleCounter counter) {
    return Objects.requireNonNull(CounterParts.of(counter));
  }

  @Test
  void findsPartsThroughEveryWrapperAndAfterLoss() {
    CycleCounter inUse = counter(FOUR);
    assertThat(parts(ConstantCounters.of(inUse)).source()).isSameAs(FOUR);
    CycleCounter lost = counter(() -> raise(new IllegalStateException()));
    FallbackChain chain = new FallbackChain(List.of(lost, inUse), new long[2]);
    CycleCounter failover = new FailoverCounter(lost, chain);
    assertThat(parts(failover).source()).isNotSameAs(FOUR);
    assertThat(failover.cycles()).isPositive();
    assertThat(parts(failover).source()).isSameAs(FOUR);
  }
}
