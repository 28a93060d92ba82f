// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/** What a counter's readings are made of, for a measurement without the calls around them. */
public record Composition(TickSource source, Ratio cyclesPerTick) {

  /** A counter that adds nothing to the readings of another one. */
  interface Wrapping extends ForwardingCounter {}

  /** Takes a counter apart; null for one that was not put together here. */
  public static @Nullable Composition of(CycleCounter counter) {
    CycleCounter inner = counter;
    while (inner instanceof Wrapping wrapping) {
      inner = wrapping.wrapped();
    }
    if (inner instanceof TickCounter ticks) {
      return new Composition(ticks.source(), Ratio.ONE);
    }
    return inner instanceof ScaledCounter scaled
        ? new Composition(scaled.source(), scaled.cyclesPerTick())
        : null;
  }
}
