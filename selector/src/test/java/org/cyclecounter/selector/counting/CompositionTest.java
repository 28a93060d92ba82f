// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.Test;

/** The reads between serialising instructions, of the counter that a program has. */
class CompositionTest {

  private static final AtomicLong CLOCK = new AtomicLong();
  private static final TickSource LINKED = CLOCK::incrementAndGet;

  /** A counter that has such reads. */
  private static final class Counter extends NativeCounterSource implements SerializedReads {
    Counter() {
      super(
          "fenced",
          CounterKind.OFF_CORE,
          Scope.SYSTEM,
          NativeLibrary.of(MethodHandles.lookup(), "none-1", path -> {}, name -> {}));
    }

    @Override
    protected long address(int function) {
      return 0;
    }

    @Override
    protected long read(Function function) {
      return CLOCK.incrementAndGet();
    }

    @Override
    public TickSource openSerialized() {
      return new Reads(this);
    }
  }

  private record Reads(Counter counter) implements NativeTicks {
    @Override
    public long ticks() {
      return CLOCK.incrementAndGet();
    }

    @Override
    public TickSource linked() {
      return LINKED;
    }
  }

  private static final TickSource OPEN = new Reads(new Counter());

  private static CycleCounter counter(TickSource source) {
    return new TickCounter(source, "scripted", Scope.SYSTEM, 1_000_000_000);
  }

  private static boolean hasSerialized(CycleCounter counter) throws Exception {
    TickSource reads = Objects.requireNonNull(Composition.of(counter)).serialized();
    assertThat(reads).isIn(LINKED, null);
    return reads != null;
  }

  @Test
  void opensAndLinksSerializedReadsOfTheCounterInUse() throws Exception {
    assertThat(hasSerialized(counter(OPEN))).isTrue();
    assertThat(hasSerialized(ConstantCounters.of(counter(OPEN)))).isTrue();
    CycleCounter lost =
        counter(
            () -> {
              throw new IllegalStateException();
            });
    FallbackChain chain = new FallbackChain(List.of(lost, counter(OPEN)), new long[2]);
    CycleCounter failover = new FailoverCounter(lost, chain);
    assertThat(hasSerialized(failover)).isFalse();
    assertThat(failover.cycles()).isPositive();
    assertThat(hasSerialized(failover)).isTrue();
  }

  @Test
  void hasNoSerializedReadsOfOtherCounters() throws Exception {
    assertThat(hasSerialized(counter(() -> 1))).isFalse();
    assertThat(hasSerialized(counter(new Extended32(OPEN, () -> 0, 1_000_000_000)))).isFalse();
    Ratio cyclesPerTick = Ratio.of(5, 2); // its ticks are not cycles
    assertThat(hasSerialized(new ScaledCounter(OPEN, 0, cyclesPerTick, "s", Scope.SYSTEM, 1)))
        .isFalse();
  }
}
