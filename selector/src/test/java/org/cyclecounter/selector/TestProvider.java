// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;

/**
 * The provider on the tests' class path, found by ServiceLoader: a clock that counts its openings.
 */
public final class TestProvider implements CycleCounterProvider {

  private static final AtomicInteger OPENED = new AtomicInteger();

  static int opened() {
    return OPENED.get();
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new TestCounter(
                "test-clock",
                CounterKind.FIXED_RESOLUTION,
                () -> {
                  OPENED.incrementAndGet();
                  return System::nanoTime;
                })
            .scaled(Scaling.ticksPerSecond(1_000_000_000)));
  }
}
