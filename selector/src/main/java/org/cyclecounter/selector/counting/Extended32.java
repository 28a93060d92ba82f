// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.cyclecounter.spi.TickSource;

/**
 * Extends a 32-bit counter to 64 bits with the help of a clock: the clock predicts the 64-bit
 * count, and the reading is the number nearest to the prediction whose low 32 bits are the
 * counter's. It is exact as long as the prediction is off by less than 2<sup>31</sup> ticks,
 * however often the counter has wrapped since the last read.
 *
 * <p>All the state is one word, the distance between the count and what the clock alone predicts.
 * It is corrected whenever it has drifted, so a wrong estimate of the frequency matters only
 * between two reads. A correction computed from an older reading is dropped when another thread's
 * came first. So any number of threads can read concurrently, without a lock and without
 * allocating.
 *
 * <p>Hazards:
 *
 * <ul>
 *   <li>A reading between two clock readings that are far apart belongs to neither: it is repeated.
 *       The offset is read between them, too: one from before a suspension is as wrong as the
 *       estimate makes it.
 *   <li>If the counter stops while the clock goes on, the count follows the clock in whole wraps:
 *       its low 32 bits are always the counter's.
 *   <li>A read takes the time of two clock readings, which is more than most counters take.
 * </ul>
 */
public final class Extended32 implements TickSource {

  /**
   * Drifts beyond this are corrected, in ticks: well below 2<sup>31</sup>, and so rarely that
   * threads do not contend for the word.
   */
  private static final long DRIFT_TICKS = 1L << 22;

  /**
   * A reading between two clock readings that are further apart than this, or than an eighth of a
   * wrap, is repeated: the thread was suspended in between and the prediction is for another
   * moment.
   */
  private static final long SUSPENDED_NS = 20_000_000;

  private static final double EIGHTH_OF_A_WRAP_TICKS = 1L << 29;

  /** On a machine that never lets a thread run for so long, an inexact reading beats a hang. */
  private static final int MAX_ATTEMPTS = 1000;

  private final TickSource source;
  private final LongSupplier clockNs;

  /** By the estimated rate; {@link #offset} takes up its error. */
  private final Ratio ticksPerNs;

  private final long clockOriginNs;

  /** At least this long between two clock readings counts as suspended. */
  private final long suspendedNs;

  /** The count less the clock's prediction, in ticks; the only state that changes. */
  private final AtomicLong offset = new AtomicLong();

  /**
   * Starts at the counter's present reading.
   *
   * @param source the counter, of which the low 32 bits are used
   * @param clockNs a clock that never decreases, in nanoseconds
   * @param ticksPerSecond the counter's estimated rate in Hz; an error of p percent is harmless
   *     while two reads are less than 2<sup>31</sup> / (p % of the rate) seconds apart
   */
  public Extended32(TickSource source, LongSupplier clockNs, long ticksPerSecond) {
    this.source = source;
    this.clockNs = clockNs;
    this.ticksPerNs = Ratio.of(ticksPerSecond, 1_000_000_000);
    this.clockOriginNs = clockNs.getAsLong();
    this.suspendedNs = (long) Math.min(SUSPENDED_NS, EIGHTH_OF_A_WRAP_TICKS / ticksPerSecond * 1e9);
    offset.set(source.ticks() & 0xffff_ffffL);
  }

  // The three reads are written out: a shared method with a function parameter would be a call
  // through an interface wherever the compiler does not inline it.
  @Override
  public long ticks() {
    long beforeNs = clockNs.getAsLong();
    long seen = offset.getOpaque();
    int low = (int) source.ticks();
    return wasSuspendedSince(beforeNs) ? readAgain() : extend(seen, beforeNs, low);
  }

  @Override
  public long startTicks() {
    long beforeNs = clockNs.getAsLong();
    long seen = offset.getOpaque();
    int low = (int) source.startTicks();
    return wasSuspendedSince(beforeNs) ? readAgain() : extend(seen, beforeNs, low);
  }

  @Override
  public long stopTicks() {
    long beforeNs = clockNs.getAsLong();
    long seen = offset.getOpaque();
    int low = (int) source.stopTicks();
    return wasSuspendedSince(beforeNs) ? readAgain() : extend(seen, beforeNs, low);
  }

  private boolean wasSuspendedSince(long beforeNs) {
    return clockNs.getAsLong() - beforeNs >= suspendedNs;
  }

  // After 20 ms off the processor nothing is left of an ordered read's order: a plain one will do.
  private long readAgain() {
    for (int attempts = 1; ; attempts++) {
      long beforeNs = clockNs.getAsLong();
      long seen = offset.getOpaque();
      int low = (int) source.ticks();
      if (!wasSuspendedSince(beforeNs) || attempts == MAX_ATTEMPTS) {
        return extend(seen, beforeNs, low);
      }
    }
  }

  /**
   * Finds the count nearest to the prediction.
   *
   * @param seen the offset that was read before the counter
   * @param timeNs the clock before the counter was read
   * @param low the counter's low 32 bits
   */
  private long extend(long seen, long timeNs, int low) {
    long byClock = ticksPerNs.times(timeNs - clockOriginNs);
    long predicted = seen + byClock;
    long count = predicted + (low - (int) predicted); // the difference of two ints, modulo 2^32
    long drift = count - predicted;
    if (drift > DRIFT_TICKS || drift < -DRIFT_TICKS) {
      offset.compareAndSet(seen, count - byClock);
    }
    return count;
  }

  @Override
  public OptionalLong entryPoint() {
    return source.entryPoint();
  }

  @Override
  public void close() {
    source.close();
  }
}
