// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/**
 * A clock scaled to cycles, counting from its first reading.
 *
 * @param source an open source of 64 bits
 * @param originTicks the reading that counts as 0 cycles
 * @param cyclesPerTick the scaling
 * @param implementation the counter's name
 * @param scope the readings between which a difference means something
 * @param cyclesPerSecond the CPU's estimated frequency in Hz, not the counter's rate
 */
public record ScaledCounter(
    TickSource source,
    long originTicks,
    Ratio cyclesPerTick,
    String implementation,
    Scope scope,
    long cyclesPerSecond)
    implements CycleCounter {

  @Override
  public long cycles() {
    return cyclesPerTick.times(source.ticks() - originTicks);
  }

  @Override
  public long start() {
    return cyclesPerTick.times(source.startTicks() - originTicks);
  }

  @Override
  public long stop() {
    return cyclesPerTick.times(source.stopTicks() - originTicks);
  }
}
