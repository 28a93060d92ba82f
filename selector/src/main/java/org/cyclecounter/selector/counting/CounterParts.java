// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a counter that the selector built, for a measurement without the calls around them.
 * A third party's {@code CycleCounter} has no parts, and is measured as a whole. Not an interface
 * of the counters, which would be a class more at each start: cold start 15.
 *
 * @param source the open source of its ticks, linked or through JNI
 * @param cyclesPerTick the scaling of its ticks
 */
public record CounterParts(TickSource source, Ratio cyclesPerTick) {

  /**
   * Returns the parts of the counter that is read at present, through every wrapper; null if the
   * selector did not build it. Hold the counter as long as you read the source.
   */
  public static @Nullable CounterParts of(CycleCounter counter) {
    CycleCounter inner = counter;
    while (inner instanceof ForwardingCounter forwarding) {
      inner = forwarding.wrapped();
    }
    if (inner instanceof TickCounter ticks) {
      return new CounterParts(ticks.source(), Ratio.ONE);
    }
    return inner instanceof ScaledCounter scaled
        ? new CounterParts(scaled.source(), scaled.cyclesPerTick())
        : null;
  }
}
