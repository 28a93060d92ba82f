// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;

/** {@link System#nanoTime()} as a counter, for callers that cannot wait for the selection. */
public final class ScaledClock {

  /** The name under which the operating system's monotonic clock is known as a counter. */
  public static final String NAME = "default-monotonic";

  private static final long TICKS_PER_SECOND = 1_000_000_000;

  private ScaledClock() {}

  /** In whole microseconds, where nothing finer is allowed: {@code highResolution=false}. */
  private static final class Microseconds implements TickSource {
    @Override
    public long ticks() {
      return Math.floorDiv(System.nanoTime(), 1000) * 1000;
    }
  }

  /** Not a lambda: cold start 1. */
  private static final class Nanoseconds implements TickSource {
    @Override
    public long ticks() {
      return System.nanoTime();
    }
  }

  /**
   * Scales the clock, or its whole microseconds: a counter that cannot fail, and begins at about 0.
   * Reads the clock, but needs no library and no probe.
   */
  public static ScaledCounter of(long cyclesPerSecond, boolean highResolution) {
    TickSource source = highResolution ? new Nanoseconds() : new Microseconds();
    return new ScaledCounter(
        source,
        source.ticks(),
        Ratio.of(cyclesPerSecond, TICKS_PER_SECOND),
        NAME,
        Scope.SYSTEM,
        cyclesPerSecond);
  }
}
