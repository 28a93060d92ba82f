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

  /**
   * The clock in nanoseconds, or its whole microseconds where nothing finer is allowed. Not a
   * lambda: cold start 1.
   */
  public record Clock(boolean highResolution) implements TickSource {
    @Override
    public long ticks() {
      long ns = System.nanoTime();
      return highResolution ? ns : Math.floorDiv(ns, 1000) * 1000;
    }
  }

  /**
   * Scales the clock, or its whole microseconds: a counter that cannot fail, and begins at about 0.
   * Reads the clock, but needs no library and no probe.
   */
  public static ScaledCounter of(long cyclesPerSecond, boolean highResolution) {
    TickSource source = new Clock(highResolution);
    Ratio ratio = Ratio.of(cyclesPerSecond, TICKS_PER_SECOND);
    return new ScaledCounter(source, source.ticks(), ratio, NAME, Scope.SYSTEM, cyclesPerSecond);
  }
}
