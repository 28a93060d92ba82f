// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/** A clock scaled to cycles, counting from its first reading. */
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
