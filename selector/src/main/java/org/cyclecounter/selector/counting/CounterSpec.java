// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/**
 * The parts that a counter is assembled from, and its assembly. Has the numbers of a measurement,
 * but no class of {@code scoring}, which a counter in use needs no more.
 *
 * @param name the counter's name
 * @param scope the readings between which a difference means something
 * @param source the open source
 * @param bits its width, 32 or 64
 * @param cyclesPerTick the scaling; 1 for a counter of cycles
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
   * Returns true if the counter can be assembled anew from other reads of the same ticks so that
   * its readings go on: false for 32 bits, whose extension has a state.
   */
  public boolean canBeRelinked() {
    return bits == 64;
  }

  /**
   * Links the source's reads in the cheapest way this Java has; returns the source itself where
   * there is none. Takes 30 to 100 ms in a JVM that has just started (cold start 14).
   */
  public TickSource linked() {
    return LinkedReads.of(source, bits).source();
  }

  /**
   * Assembles the counter, and reads one of 32 bits for a millisecond.
   *
   * @param reads the source or its {@linkplain #linked() linked} reads
   * @param originTicks the reading at which a scaled counter of 64 bits begins, at 0 cycles:
   *     products of small counts do not wrap; ignored for 32 bits, and for a counter of cycles
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
      Extended32 narrow = new Extended32(reads, System::nanoTime, Math.max(1, ticksPerSecond));
      narrow.observe();
      origin = narrow.ticks();
      extended = narrow;
    }
    return cyclesPerTick.isOne()
        ? new TickCounter(extended, name, scope, cyclesPerSecond)
        : new ScaledCounter(extended, origin, cyclesPerTick, name, scope, cyclesPerSecond);
  }
}
