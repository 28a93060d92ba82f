// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.ServiceLoader;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.Extended32;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledCounter;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.openjdk.jmh.annotations.Benchmark;

/** The same reads as {@link ReadBenchmark}'s, of a counter that has to be scaled or extended. */
public class ArithmeticBenchmark extends AverageTime {

  private static final CycleCounter PLAIN = ConstantCounters.of(plain(selected()));
  private static final CycleCounter SCALED = ConstantCounters.of(scaled(selected()));
  private static final CycleCounter EXTENDED =
      ConstantCounters.of(
          plain(new Extended32(selected(), System::nanoTime, CpuCycles.perSecond())));

  private static CycleCounter plain(TickSource ticks) {
    return new TickCounter(ticks, "plain", Scope.SYSTEM, CpuCycles.perSecond());
  }

  private static CycleCounter scaled(TickSource ticks) {
    return new ScaledCounter(
        ticks, ticks.ticks(), Ratio.of(17, 3), "scaled", Scope.SYSTEM, CpuCycles.perSecond());
  }

  private static TickSource selected() {
    for (CycleCounterProvider provider : ServiceLoader.load(CycleCounterProvider.class)) {
      for (CounterSource source : provider.counters()) {
        if (source.name().equals(CpuCycles.implementation())) {
          try {
            return ((NativeTicks) source.open()).linked();
          } catch (CounterUnavailableException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
    throw new IllegalStateException("no provider has " + CpuCycles.implementation());
  }

  @Benchmark
  public long neither() {
    return PLAIN.cycles();
  }

  @Benchmark
  public long scaled() {
    return SCALED.cycles();
  }

  @Benchmark
  public long extendedFrom32Bits() {
    return EXTENDED.cycles();
  }
}
