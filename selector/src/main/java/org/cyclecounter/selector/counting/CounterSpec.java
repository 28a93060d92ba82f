// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/**
 * How a counter is put together of an open source's ticks.
 *
 * @param name the counter's name
 * @param scope between which readings a difference means something
 * @param source the open source
 * @param bits its width, 32 or 64
 * @param cyclesPerTick the scaling
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 */
public record CounterSpec(
    String name,
    Scope scope,
    TickSource source,
    int bits,
    Ratio cyclesPerTick,
    long cyclesPerSecond) {

  /**
   * Whether the counter can be put together anew of other reads of the same ticks, and its readings
   * go on where they were: the extension of 32 bits has a state of its own.
   */
  public boolean canBeRelinked() {
    return bits == 64;
  }

  /**
   * The source's reads, linked in the cheapest way this Java has; the source itself where there is
   * none.
   */
  public TickSource linked() {
    return LinkedReads.of(source, bits).source();
  }

  /**
   * Puts the counter together of the source or its {@linkplain #linked() linked} reads; a scaled
   * counter of 64 bits begins at {@code originTicks}.
   */
  public CycleCounter counter(TickSource reads, long originTicks) {
    TickSource extended = reads;
    long origin = originTicks;
    if (bits == 32) {
      long ticksPerSecond =
          Ratio.of(
                  /* numerator= */ cyclesPerTick.denominator(),
                  /* denominator= */ cyclesPerTick.numerator())
              .times(cyclesPerSecond);
      extended = new Extended32(reads, System::nanoTime, Math.max(1, ticksPerSecond));
      origin = extended.ticks();
    }
    return cyclesPerTick.isOne()
        ? new TickCounter(extended, name, scope, cyclesPerSecond)
        : new ScaledCounter(extended, origin, cyclesPerTick, name, scope, cyclesPerSecond);
  }
}
