// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter that works, odd as it is, and is too coarse ever to be the best. */
final class Coarse extends Fault {

  private static final long TICK_NS = 5_000;

  Coarse(String name, boolean mayCrash, Opener opener) {
    super(name, mayCrash, opener);
  }

  /** Rises every five microseconds. */
  static TickSource clock() {
    return () -> System.nanoTime() / TICK_NS;
  }

  @Override
  public CounterKind kind() {
    return CounterKind.FIXED_RESOLUTION;
  }

  @Override
  public Scaling scaling() {
    return Scaling.ticksPerSecond(1_000_000_000 / TICK_NS);
  }
}
