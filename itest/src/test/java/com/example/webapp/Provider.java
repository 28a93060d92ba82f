// SPDX-License-Identifier: Apache-2.0
package com.example.webapp;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Two clocks, one of which needs a class more. */
public final class Provider implements CycleCounterProvider {

  /** For the application. */
  public Provider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(new Clock("example-needs-class", true), new Clock("example-needs-none", false));
  }

  private record Clock(String name, boolean needsClass) implements CounterSource {
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
      return needsClass ? Helper.clock() : System::nanoTime;
    }
  }
}
