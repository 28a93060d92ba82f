package org.cyclecounter.spi;

/** How a counter's ticks become estimated CPU cycles. */
public sealed interface Scaling {

  /** Ticks are cycles already, or are taken for them. */
  record None() implements Scaling {}

  /** The ratio is not known and has to be found by comparing the counter with a clock. */
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
   * Ticks are taken for cycles.
   *
   * @return the scaling by 1
   */
  static Scaling none() {
    return new None();
  }

  /**
   * The multiplier is searched for: a whole number over 1, 2, 4 ... 1024 that turns the counter's
   * rate into the CPU's estimated frequency.
   *
   * @return the search
   */
  static Scaling findMultiplier() {
    return new FindMultiplier();
  }

  /**
   * The counter ticks at a known rate.
   *
   * @param hz ticks per second
   * @return the scaling by the CPU's estimated frequency over that rate
   * @throws IllegalArgumentException if the rate is not positive
   */
  static Scaling ticksPerSecond(long hz) {
    return new TicksPerSecond(hz);
  }
}
