// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.counting.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * The precision of a counter by libcpucycles's rule: 1001 adjacent readings that never decrease and
 * of which the last is not the first, in up to 10 attempts; one good attempt is enough. The
 * precision is the smallest positive difference. Where a read is cheap, the attempts left are used,
 * too: the smallest of all tells two names of one instruction apart less often by chance.
 *
 * @param cycles the smallest positive difference in cycles, without a penalty; 0 if every attempt
 *     failed
 * @param problem the reason for no attempt, or the last attempt's failure; NONE if one succeeded
 * @param equal the number of adjacent readings of the best attempt that were the same, of 1000, for
 *     a counter that rises with every read; 0 for all others
 * @param attempts the runs of 1001 readings that were made, at most {@link #ATTEMPTS}
 * @param nanosPerRead wall-clock time of a read in the quickest attempt or, of a slow one, round,
 *     in nanoseconds, the loop around it included
 */
public record Precision(
    long cycles, Problem problem, int equal, int attempts, double nanosPerRead) {

  /**
   * The reason why a counter has no precision; {@code report.Rejection} has a sentence for each.
   */
  public enum Problem {
    /** It has one. */
    NONE,
    /** The counter's bits() is neither 32 nor 64. */
    BAD_WIDTH,
    /** The counter's scaling() is null. */
    NO_SCALING,
    /** No multiplier fits the CPU's estimated frequency. */
    NO_MULTIPLIER,
    /** Its perf events were off the PMU for a part of the time. */
    SHARED,
    /** All readings of an attempt were the same. */
    STANDS_STILL,
    /** Too many adjacent readings were the same, though a read takes cycles. */
    STANDS_STILL_AT_TIMES,
    /** A reading was less than the one before. */
    RUNS_BACKWARDS
  }

  /** The number of runs of 1001 readings that libcpucycles allows a counter. */
  public static final int ATTEMPTS = 10;

  /**
   * The equal readings, of 1000, that a counter may have. A working counter of perf events shows
   * none, because each read takes cycles of the thread; on a virtual PMU that has too few counters
   * even a pinned event stands still now and then, while the kernel says that it runs.
   */
  private static final int MAX_EQUAL = 10;

  /**
   * An attempt whose readings take longer is not repeated often after a success, in nanoseconds:
   * 100 ns a read, so that perf events behind a system call or a hypervisor cost a few
   * milliseconds.
   */
  private static final long CHEAP_NS = 100_000;

  /**
   * The attempts of a counter that seems to be slow: its thread may have been without a processor
   * in one of them, which takes tens of milliseconds on a busy machine, and a read then 16 µs.
   */
  private static final int COST_ATTEMPTS = 3;

  /** The cost of an attempt that is not repeated for it, in nanoseconds. */
  private static final long SLOW_NS = 100_000_000;

  /** A longer attempt hardly ever lies within one time slice of a busy machine. */
  private static final long SLICE_NS = 1_000_000;

  /** Creates a failed measurement's result. */
  public static Precision none(Problem problem) {
    return new Precision(0, problem, 0, 0, 0);
  }

  /**
   * Returns the obstacle of a counter that opens and does not work; null if it works, or if the
   * obstacle is unknown or could not be changed.
   */
  public @Nullable Obstacle obstacle() {
    if (problem == Problem.SHARED) {
      return Obstacle.SHARED;
    }
    return problem == Problem.STANDS_STILL_AT_TIMES ? Obstacle.STANDS_STILL : null;
  }

  /**
   * Measures, and stops as soon as another attempt could add nothing.
   *
   * @param sampler takes the readings, on the calling thread
   * @param bits the counter's width, 32 or 64
   * @param cyclesPerTick its scaling
   * @param maxAttempts at most {@link #ATTEMPTS}
   * @param mustRise true for a counter of cycles which each read takes, so that two equal readings
   *     show a register that stood still
   */
  static Precision measure(
      Sampler sampler, int bits, Ratio cyclesPerTick, int maxAttempts, boolean mustRise) {
    long best = 0;
    int equal = mustRise ? Integer.MAX_VALUE : 0;
    long quickestNs = Long.MAX_VALUE;
    Problem problem = Problem.NONE;
    int attempts = 0;
    while (attempts < maxAttempts
        && (best == 0
            || equal > MAX_EQUAL
            || quickestNs <= (attempts < COST_ATTEMPTS ? SLOW_NS : CHEAP_NS))) {
      long smallest = sampler.smallest(bits, cyclesPerTick);
      quickestNs = Math.min(quickestNs, sampler.readingsNs);
      attempts++;
      if (smallest > 0) {
        best = best == 0 ? smallest : Math.min(best, smallest);
        equal = mustRise ? Math.min(equal, sampler.equal()) : 0;
      }
      problem = smallest < 0 ? Problem.RUNS_BACKWARDS : Problem.STANDS_STILL;
    }
    double nanosPerRead = (double) quickestNs / Sampler.READINGS;
    if (quickestNs > SLICE_NS && attempts < maxAttempts) {
      nanosPerRead = Math.min(nanosPerRead, sampler.quickestRead(nanosPerRead));
    }
    if (best == 0) {
      return new Precision(0, problem, 0, attempts, nanosPerRead);
    }
    return equal > MAX_EQUAL
        ? new Precision(0, Problem.STANDS_STILL_AT_TIMES, equal, attempts, nanosPerRead)
        : new Precision(best, Problem.NONE, equal, attempts, nanosPerRead);
  }
}
