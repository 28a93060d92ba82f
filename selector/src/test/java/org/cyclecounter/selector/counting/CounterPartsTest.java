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

  private static final Ratio HALVES = Ratio.of(5, 2);
  private static final TickSource FOUR = () -> 4;

  private static CycleCounter counter(TickSource source, int bits, Ratio ratio) {
    return ratio.counter(source, bits, 2, "four", Scope.CORE, 1_000_000_000);
  }

  private static CounterParts parts(CycleCounter counter) {
    return Objects.requireNonNull(CounterParts.of(counter));
  }

  @Test
  void scalesFromOriginUnlessTicksAreCycles() {
    CycleCounter scaled = counter(FOUR, 64, HALVES);
    assertThat(scaled.cycles()).isEqualTo(5);
    assertThat(scaled.implementation()).isEqualTo("four");
    assertThat(scaled.scope()).isEqualTo(Scope.CORE);
    assertThat(scaled.cyclesPerSecond()).isEqualTo(1_000_000_000);
    assertThat(parts(scaled).source()).isSameAs(FOUR);
    assertThat(parts(scaled).cyclesPerTick()).isEqualTo(HALVES);
    assertThat(counter(FOUR, 64, Ratio.ONE).cycles()).isEqualTo(4);
    assertThat(parts(counter(FOUR, 64, Ratio.ONE)).cyclesPerTick()).isEqualTo(Ratio.ONE);
  }

  @Test
  void extendsCounterOf32Bits() {
    long[] ticks = {0xffff_ff00L};
    TickSource source = () -> ++ticks[0] & 0xffff_ffffL;
    assertThat(parts(counter(source, 32, Ratio.ONE)).source()).isInstanceOf(Extended32.class);
    assertThat(counter(source, 32, HALVES).cycles()).as("from its last reading").isBetween(0L, 9L);
  }

  @Test
  void findsPartsThroughEveryWrapperAndAfterLoss() {
    CycleCounter inUse = counter(FOUR, 64, Ratio.ONE);
    assertThat(parts(ConstantCounters.of(inUse)).source()).isSameAs(FOUR);
    CycleCounter lost = counter(() -> raise(new IllegalStateException()), 64, Ratio.ONE);
    FallbackChain chain = new FallbackChain(List.of(lost, inUse), new long[2]);
    CycleCounter failover = new FailoverCounter(lost, chain);
    assertThat(parts(failover).source()).isNotSameAs(FOUR);
    assertThat(failover.cycles()).isPositive();
    assertThat(parts(failover).source()).isSameAs(FOUR);
  }
}
