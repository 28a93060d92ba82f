// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * The counter of {@link SimulatedWork}; src/test/simulated names it, for the tests that want it.
 */
public final class SimulatedProvider implements CycleCounterProvider, CounterSource {

  static final String NAME = "simulated-work";

  /** For {@link java.util.ServiceLoader}. */
  public SimulatedProvider() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CounterKind kind() {
    return CounterKind.FIXED_RESOLUTION; // it stands still between operations
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
    return SimulatedWork::read;
  }
}
