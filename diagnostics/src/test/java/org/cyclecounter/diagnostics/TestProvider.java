// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;

/** The provider on the tests' class path, found by ServiceLoader: one clock. */
public final class TestProvider implements CycleCounterProvider {

  @Override
  public List<CounterSource> counters() {
    return List.of(
        TestCounter.of("test-clock", CounterKind.FIXED_RESOLUTION, System::nanoTime)
            .scaled(Scaling.ticksPerSecond(1_000_000_000)));
  }
}
