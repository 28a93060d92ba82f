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
    return List.of(new Steady(NAME, CounterKind.OFF_CORE, Scope.SYSTEM, Scaling.none(), false));
  }

  /** Copies a measured counter; the copy reads another source. */
  public static RankedCounter reading(
      RankedCounter measured, TickSource source, long cyclesPerSecond) {
    CandidateState state = measured.chain().get(0);
    CandidateState copy = new CandidateState(state.candidate());
    copy.take(source, state.measurement, null, null, null);
    return new RankedCounter(
        List.of(copy), measured.settings(), cyclesPerSecond, measured.report());
  }

  private record Steady(
      String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
      implements CounterSource {
    @Override
    public TickSource open() {
      return System::nanoTime;
    }
  }
}
