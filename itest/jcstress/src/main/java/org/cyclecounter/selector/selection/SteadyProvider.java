// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter that every machine has, and that a selection measures in a moment. */
public final class SteadyProvider implements CycleCounterProvider {
  public static final String NAME = "steady";

  @Override
  public List<CounterSource> counters() {
    return List.of(new Steady());
  }

  private static final class Steady implements CounterSource {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public CounterKind kind() {
      return CounterKind.OFF_CORE;
    }

    @Override
    public Scope scope() {
      return Scope.SYSTEM;
    }

    @Override
    public Scaling scaling() {
      return Scaling.none();
    }

    @Override
    public boolean mayCrash() {
      return false;
    }

    @Override
    public TickSource open() {
      return System::nanoTime;
    }
  }
}
