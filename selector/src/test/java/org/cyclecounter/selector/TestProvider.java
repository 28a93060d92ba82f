// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;

/**
 * The provider on the tests' class path, found by ServiceLoader: a clock that counts its openings
 * and its ordered reads.
 */
public final class TestProvider implements CycleCounterProvider {

  static final AtomicInteger OPENED = new AtomicInteger();

  static final AtomicInteger STARTS = new AtomicInteger();
  static final AtomicInteger STOPS = new AtomicInteger();

  /** Counts its ordered reads. */
  private static final class OrderedClock implements TickSource {
    @Override
    public long ticks() {
      return System.nanoTime();
    }

    @Override
    public long startTicks() {
      STARTS.incrementAndGet();
      return ticks();
    }

    @Override
    public long stopTicks() {
      STOPS.incrementAndGet();
      return ticks();
    }
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new TestCounter(
                "test-clock",
                CounterKind.FIXED_RESOLUTION,
                () -> {
                  OPENED.incrementAndGet();
                  return new OrderedClock();
                })
            .scaled(Scaling.ticksPerSecond(1_000_000_000)));
  }
}
