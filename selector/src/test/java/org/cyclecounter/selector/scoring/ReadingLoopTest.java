// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.FailoverCounter;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledCounter;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.isolation.ScriptedLeaf;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.Test;

class ReadingLoopTest {

  private static TickCounter counter(TickSource source) {
    return new TickCounter(source, "scripted", Scope.SYSTEM, 1_000_000_000);
  }

  private static long[] differences(CycleCounter counter) {
    long[] readings = new ReadingLoop(counter).take(64);
    return LongStream.range(1, 64).map(i -> readings[(int) i] - readings[(int) i - 1]).toArray();
  }

  private static long[] all(long difference) {
    long[] differences = new long[63];
    Arrays.fill(differences, difference);
    return differences;
  }

  @Test
  void aFunctionInCIsReadInC() throws Exception {
    ScriptedLeaf.assumePackaged();
    // Through JNI it would rise by 1000.
    AtomicLong now = new AtomicLong();
    FakeTicks source =
        new FakeTicks(() -> now.addAndGet(1000), ScriptedLeaf.address(), 0, () -> null);
    ScriptedLeaf.begin(1L << 40, new long[] {26});
    CycleCounter plain = counter(source);
    assertThat(differences(plain)).isEqualTo(all(26));
    assertThat(differences(ConstantCounters.of(plain))).isEqualTo(all(26));
    assertThat(differences(counter(new CheckedTicks(source, "no")))).isEqualTo(all(26));
    FallbackChain chain = new FallbackChain(List.of(plain, counter(() -> 1)), new long[2]);
    assertThat(differences(new FailoverCounter(plain, chain))).isEqualTo(all(26));
    assertThat(
            differences(
                new ScaledCounter(source, 0, Ratio.of(5, 2), "scaled", Scope.SYSTEM, 1_000)))
        .isEqualTo(all(65));
  }

  @Test
  void whereTheThreadCannotHaveItTheSuccessorIsRead() throws Exception {
    ScriptedLeaf.assumePackaged();
    ScriptedLeaf.begin(CheckedTicks.UNREADABLE, new long[] {0});
    TickSource source =
        new CheckedTicks(
            new FakeTicks(() -> CheckedTicks.UNREADABLE, ScriptedLeaf.address(), 0, () -> null),
            "not for this thread");
    CycleCounter first = counter(source);
    AtomicLong next = new AtomicLong();
    FallbackChain chain =
        new FallbackChain(List.of(first, counter(() -> next.addAndGet(9))), new long[2]);
    assertThat(differences(new FailoverCounter(first, chain))).isEqualTo(all(9));
  }

  @Test
  void anyOtherCounterIsReadOftenEnoughToBeCompiled() {
    AtomicLong now = new AtomicLong();
    assertThat(differences(counter(() -> now.addAndGet(4)))).isEqualTo(all(4));
    assertThat(now.get() / 4).isGreaterThan(10_000);
  }
}
