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
 * The counter of {@link SimulatedWork}, which stands still between operations; src/test/simulated
 * names it, for the tests that want it. Of scope THREAD: of ticks that go on everywhere, those of a
 * thread that waits would be left out.
 */
public record SimulatedProvider(
    String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
    implements CycleCounterProvider, CounterSource {

  static final String NAME = "simulated-work";

  /** For {@link java.util.ServiceLoader}. */
  public SimulatedProvider() {
    this(NAME, CounterKind.FIXED_RESOLUTION, Scope.THREAD, Scaling.none(), false);
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }

  @Override
  public TickSource open() {
    return SimulatedWork::read;
  }
}
