// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * Observes the rate at which a counter ticks while its thread computes: in time of the clock, for
 * perf events in the time that the thread has run. The clock is read outside of the counter's
 * readings, so that an interruption makes a rate too low and never too high, and the highest of
 * several rates is the best.
 *
 * <p>Apart from the tools' readings beside a clock: it works on raw ticks, and runs before a first
 * reading, where each further class costs. {@link TickRate} compares with a known rate, and reads
 * the counter as rarely as possible.
 */
final class ObservedRate {

  /** One is enough on an idle machine; an interruption spoils a window, rarely three in a row. */
  private static final int WINDOWS = 3;

  /** More follow while the counter's readings are too far from the clock's in all of them. */
  private static final int MAX_WINDOWS = 6;

  private static final long WINDOW_NS = 500_000;

  /** For both ends of a window: a rate that is 1 % too low. */
  private static final long MAX_WIDTH_NS = WINDOW_NS / 100;

  /** The most reads of the counter, a part of the bound for isolation. */
  static final int READS = 2 * MAX_WINDOWS + 1;

  /**
   * Ten times slower than the slowest clock of a processor known, 1 MHz (RISC-V's time base on the
   * SiFive FU540): an interruption never has an honest counter rejected.
   */
  private static final double MIN_HZ = 100_000;

  /** A window of an honest counter that is quick to read has hundreds of its reads' differences. */
  private static final int MIN_DIFFERENCES = 4;

  /** In nanoseconds; of a slower read a window has too few. */
  private static final double QUICK_NS = 10_000;

  /** A clock that is a system call would spend the time in the kernel, where not all count. */
  private static final int SPINS = 2_000;

  @SuppressWarnings("unused") // written, so that a loop is not optimised away
  private static volatile int sink;

  private ObservedRate() {}

  /**
   * Observes for some milliseconds.
   *
   * @param bits 32 or 64; no counter makes 2<sup>32</sup> ticks in a window
   * @param clockNs a clock whose ticks are nanoseconds
   * @return ticks per second; NaN where the counter did not move
   */
  static double observe(TickSource source, int bits, TickSource clockNs) {
    source.ticks(); // opens the thread's perf events
    double highest = Double.NaN;
    boolean isExact = false;
    for (int i = 0; i < MAX_WINDOWS && (i < WINDOWS || !isExact); i++) {
      EventState before = NativeTicks.eventState(source);
      long startNs = clockNs.ticks();
      long first = source.ticks();
      long fromNs = clockNs.ticks();
      long toNs;
      do {
        spin();
        toNs = clockNs.ticks();
      } while (toNs - fromNs < WINDOW_NS);
      long ticks = source.ticks() - first;
      long passedNs = clockNs.ticks() - startNs;
      isExact |= passedNs - (toNs - fromNs) <= MAX_WIDTH_NS;
      EventState after = NativeTicks.eventState(source);
      if (before != null && after != null) {
        passedNs = after.enabledNs() - before.enabledNs();
      }
      ticks = bits == 32 ? ticks & 0xffff_ffffL : ticks;
      double hz = ticks * 1e9 / passedNs;
      if (ticks > 0 && passedNs > 0 && !(hz <= highest)) { // true for NaN, too: the first one
        highest = hz;
      }
    }
    return highest;
  }

  /**
   * Returns whether a counter follows time as a processor's or a clock's does, and not its calls: a
   * counter of calls makes as many ticks in a window as between two adjacent reads.
   *
   * @param hz as observed
   * @param adjacentTicks the smallest positive difference of adjacent readings, in ticks
   * @param nanosPerRead the cost of a read
   */
  static boolean followsTime(double hz, double adjacentTicks, double nanosPerRead) {
    double ticks = hz * WINDOW_NS / 1e9;
    return hz >= MIN_HZ // false for NaN
        && (nanosPerRead > QUICK_NS || ticks > MIN_DIFFERENCES * adjacentTicks);
  }

  private static void spin() {
    for (int i = 0; i < SPINS; i++) {
      sink = i;
    }
  }
}
