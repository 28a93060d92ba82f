// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.cyclecounter.spi.TickSource;

/**
 * Extends a 32-bit counter to 64 bits with the help of a clock: the clock predicts the 64-bit
 * count, by the counter's average rate so far, and the reading is the number nearest to the
 * prediction whose low 32 bits are the counter's. It is exact as long as the prediction is off by
 * less than 2<sup>31</sup> ticks, however often the counter has wrapped since the last read.
 *
 * <p>The rate is the counter's own: each read that shows it to be wrong corrects it, so the
 * estimate, which may be wrong by several times, matters until {@link #observe} only. A correction
 * computed from an older reading is dropped when another thread's came first. So any number of
 * threads can read concurrently, without a lock and without allocating.
 *
 * <p>Hazards:
 *
 * <ul>
 *   <li>A reading between two clock readings that are far apart belongs to neither: it is repeated.
 *       The rate is read between them, too: one from before a suspension may be the estimate.
 *   <li>If the rate changes, as that of core cycles does, a prediction after a long pause can be
 *       wrong by whole wraps. A reading is never a wrap below an earlier one: the lowest number is
 *       taken that is not, as libcpucycles does.
 *   <li>A read takes the time of two clock readings, which is more than most counters take.
 * </ul>
 */
public final class Extended32 implements TickSource {

  /** Errors of a prediction up to this, in ticks, correct nothing, so that threads rarely do. */
  private static final long TOLERANCE_TICKS = 1L << 12;

  /** Steps of the latest count, in ticks; cores' counters may differ by as much. */
  private static final long STEP_TICKS = 1L << 16;

  /**
   * A reading between two clock readings that are further apart than this, or than an eighth of a
   * wrap, is repeated: the thread was suspended in between and the prediction is for another
   * moment.
   */
  private static final long SUSPENDED_NS = 20_000_000;

  private static final double EIGHTH_OF_A_WRAP_TICKS = 1L << 29;

  /** On a machine that never lets a thread run for so long, an inexact reading beats a hang. */
  private static final int MAX_ATTEMPTS = 1000;

  /** Shows a rate of 1 GHz to within half a percent, by {@link #TOLERANCE_TICKS}. */
  private static final long OBSERVED_NS = 1_000_000;

  private final TickSource source;
  private final LongSupplier clockNs;
  private final long clockOriginNs;
  private final long originTicks;

  /** At least this long between two clock readings counts as suspended. */
  private final long suspendedNs;

  /** The average rate since the beginning in ticks per nanosecond, as the bits of a double. */
  private final AtomicLong rateBits;

  /** A count not above any that a later read may return, and close to the highest so far. */
  private final AtomicLong latest;

  /**
   * Starts at the counter's present reading.
   *
   * @param source the counter, of which the low 32 bits are used
   * @param clockNs a clock that never decreases, in nanoseconds
   * @param ticksPerSecond the counter's estimated rate in Hz, by which the first reads are
   *     extended; an error of p percent is harmless while they are less than 2<sup>31</sup> / (p %
   *     of the rate) seconds away
   */
  public Extended32(TickSource source, LongSupplier clockNs, long ticksPerSecond) {
    this.source = source;
    this.clockNs = clockNs;
    this.suspendedNs = (long) Math.min(SUSPENDED_NS, EIGHTH_OF_A_WRAP_TICKS / ticksPerSecond * 1e9);
    long beforeNs;
    long ticks;
    int attempts = 0;
    do { // a count and a time that do not belong together would make every average wrong
      beforeNs = clockNs.getAsLong();
      ticks = source.ticks() & 0xffff_ffffL;
    } while (clockNs.getAsLong() - beforeNs >= suspendedNs && ++attempts < MAX_ATTEMPTS);
    this.clockOriginNs = beforeNs;
    this.originTicks = ticks;
    this.rateBits = new AtomicLong(Double.doubleToRawLongBits(ticksPerSecond / 1e9));
    this.latest = new AtomicLong(originTicks);
  }

  /** Extends a counter, and reads for a millisecond: the rate is known before a long pause. */
  public static Extended32 observed(TickSource source, long ticksPerSecond) {
    Extended32 extended = new Extended32(source, System::nanoTime, ticksPerSecond);
    extended.observe();
    return extended;
  }

  void observe() {
    do {
      ticks();
    } while (clockNs.getAsLong() - clockOriginNs < OBSERVED_NS);
  }

  // The three reads are written out: a shared method with a function parameter would be a call
  // through an interface wherever the compiler does not inline it. The order of the arguments is
  // that of the reads: clock, rate and latest count, counter.
  @Override
  public long ticks() {
    return extend(
        clockNs.getAsLong(), rateBits.getOpaque(), latest.getOpaque(), (int) source.ticks(), 1);
  }

  @Override
  public long startTicks() {
    return extend(
        clockNs.getAsLong(),
        rateBits.getOpaque(),
        latest.getOpaque(),
        (int) source.startTicks(),
        1);
  }

  @Override
  public long stopTicks() {
    return extend(
        clockNs.getAsLong(), rateBits.getOpaque(), latest.getOpaque(), (int) source.stopTicks(), 1);
  }

  /**
   * Finds the count nearest to the prediction; reads again after a suspension.
   *
   * @param timeNs the clock before the counter was read
   * @param seenBits the rate that was read before the counter
   * @param seenCount the latest count that was read before the counter
   * @param low the counter's low 32 bits
   * @param attempt 1 for the first read
   */
  private long extend(long timeNs, long seenBits, long seenCount, int low, int attempt) {
    long tookNs = clockNs.getAsLong() - timeNs;
    if (tookNs >= suspendedNs && attempt < MAX_ATTEMPTS) {
      // After 20 ms off the processor nothing is left of an ordered read's order.
      return extend(
          clockNs.getAsLong(),
          rateBits.getOpaque(),
          latest.getOpaque(),
          (int) source.ticks(),
          attempt + 1);
    }
    double ticksPerNs = Double.longBitsToDouble(seenBits);
    long sinceNs = timeNs - clockOriginNs;
    long predicted = originTicks + (long) (ticksPerNs * sinceNs);
    long count = predicted + (low - (int) predicted); // the difference of two ints, modulo 2^32
    long least = seenCount - STEP_TICKS;
    if (count < least) {
      count = least + Integer.toUnsignedLong(low - (int) least);
    }
    double toleranceTicks = TOLERANCE_TICKS + 2 * ticksPerNs * tookNs;
    if (Math.abs(count - predicted) > toleranceTicks && sinceNs > 0 && count > originTicks) {
      double average = (double) (count - originTicks) / sinceNs;
      rateBits.compareAndSet(seenBits, Double.doubleToRawLongBits(average));
    }
    if (count - seenCount > STEP_TICKS) {
      latest.compareAndSet(seenCount, count);
    }
    return count;
  }
}
