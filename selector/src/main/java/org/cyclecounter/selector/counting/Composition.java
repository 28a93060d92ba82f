// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a counter, for a measurement without the calls around them.
 *
 * <p>Only {@link TickCounter} and {@link ScaledCounter} are taken apart: a third party's {@code
 * CycleCounter} has no parts, and is measured as a whole.
 *
 * @param source the open source of its ticks, linked or through JNI
 * @param cyclesPerTick the scaling of its ticks
 */
public record Composition(TickSource source, Ratio cyclesPerTick) {

  /**
   * A counter that adds nothing to the readings of another one, so that it can be looked through.
   */
  interface Wrapping extends ForwardingCounter {}

  /**
   * Returns the source and scaling of a counter; null if the selector did not build it. Whoever
   * reads the source holds the counter meanwhile.
   */
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
