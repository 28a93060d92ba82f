// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

/**
 * The conversion of a counter's ticks to estimated CPU cycles.
 *
 * @since 0.1.0
 */
public sealed interface Scaling {

  /** Ticks are cycles, or are treated as cycles. */
  record None() implements Scaling {}

  /** The ratio is unknown and is determined by comparing the counter with a clock. */
  record FindMultiplier() implements Scaling {}

  /**
   * The tick rate is known.
   *
   * @param hz ticks per second, positive
   */
  record TicksPerSecond(long hz) implements Scaling {
    // Checks the rate.
    public TicksPerSecond {
      if (hz <= 0) {
        throw new IllegalArgumentException("ticks per second must be positive, not " + hz);
      }
    }
  }

  /**
   * Returns a scaling that treats ticks as cycles.
   *
   * @return the scaling by 1
   */
  static Scaling none() {
    return new None();
  }

  /**
   * Returns a scaling whose multiplier is searched for: a whole number over 1, 2, 4 ... 1024 that
   * turns the counter's rate into the CPU's estimated frequency.
   *
   * @return the scaling to be found
   */
  static Scaling findMultiplier() {
    return new FindMultiplier();
  }

  /**
   * Returns the scaling of a counter with a known rate.
   *
   * @param hz ticks per second
   * @return the scaling by the CPU's estimated frequency over that rate
   * @throws IllegalArgumentException if the rate is not positive
   */
  static Scaling ticksPerSecond(long hz) {
    return new TicksPerSecond(hz);
  }
}
