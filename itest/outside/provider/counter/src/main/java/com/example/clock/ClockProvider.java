// SPDX-License-Identifier: Apache-2.0
package com.example.clock;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Counts by Java's own clock. */
public final class ClockProvider implements CycleCounterProvider {

  /** For the service loader. */
  public ClockProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new Clock());
  }

  private static final class Clock implements CounterSource {
    @Override
    public String name() {
      return "example-clock";
    }

    @Override
    public CounterKind kind() {
      return CounterKind.FIXED_RESOLUTION;
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.ticksPerSecond(1_000_000_000);
    }

    @Override
    public TickSource open() {
      return System::nanoTime;
    }
  }
}
