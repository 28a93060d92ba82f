// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
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
   * Returns the source and scaling of the counter that is read at present; null if the selector did
   * not build it. Hold the counter as long as you read the source.
   */
  public static @Nullable Composition of(CycleCounter counter) {
    CycleCounter inner = counter;
    while (inner instanceof ForwardingCounter forwarding) {
      inner = forwarding.wrapped();
    }
    if (inner instanceof TickCounter ticks) {
      return new Composition(ticks.source(), Ratio.ONE);
    }
    return inner instanceof ScaledCounter scaled
        ? new Composition(scaled.source(), scaled.cyclesPerTick())
        : null;
  }

  /**
   * Opens this counter's {@link SerializedReads}, linked as its own reads are.
   *
   * @return an open source whose ticks are cycles; null if the counter has none
   * @throws CounterUnavailableException if they are not available here; the message says why
   */
  public @Nullable TickSource serialized() throws CounterUnavailableException {
    return cyclesPerTick.isOne()
            && source instanceof NativeTicks natively
            && natively.counter() instanceof SerializedReads reads
        ? LinkedReads.of(reads.openSerialized(), Long.SIZE).source()
        : null;
  }
}
