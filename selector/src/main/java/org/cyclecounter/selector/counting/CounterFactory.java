// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/** Assembles counters from their open sources. */
public final class CounterFactory {

  private CounterFactory() {}

  /**
   * Assembles a counter; one of 32 bits is read for a millisecond.
   *
   * @param reads an open source, through JNI or linked
   * @param bits its width, 32 or 64
   * @param cyclesPerTick its scaling
   * @param originTicks the reading at which a scaled counter of 64 bits begins, at 0 cycles:
   *     products of small counts do not wrap; ignored for 32 bits, and for a counter of cycles
   * @param name the counter's name
   * @param scope the readings between which a difference means something
   * @param hz the CPU's estimated frequency in Hz
   */
  public static CycleCounter create(
      TickSource reads,
      int bits,
      Ratio cyclesPerTick,
      long originTicks,
      String name,
      Scope scope,
      long hz) {
    TickSource source = reads;
    long origin = originTicks;
    if (bits == 32) {
      source = Extended32.observed(reads, cyclesPerTick.ticksPerSecond(hz));
      origin = source.ticks();
    }
    return cyclesPerTick.isOne()
        ? new TickCounter(source, name, scope, hz)
        : new ScaledCounter(source, origin, cyclesPerTick, name, scope, hz);
  }
}
