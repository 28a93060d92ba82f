// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.cyclecounter.CycleCounter;

/**
 * Converts the readings from one pair to the next. Immutable, apart from the array of all segments,
 * whose slots up to this one's are filled when this one is published.
 *
 * @param estimate the truth, as far as the last pair shows it
 * @param now converts readings before those of {@code next}
 * @param next converts readings from its own ticks on. They were not reached yet when this segment
 *     was published, so that every thread changes lines at the same reading
 * @param wallNs the wall clock's distance from {@link System#nanoTime}
 * @param recalibrations how often the clock has begun anew
 * @param epoch the readings since
 * @param index the number of this segment
 * @param all the newest segments, each at its index modulo the length
 */
record Segment(
    Estimate estimate,
    TicksToNanos now,
    TicksToNanos next,
    long wallNs,
    long recalibrations,
    Epoch epoch,
    long index,
    AtomicReferenceArray<Segment> all) {

  /** A power of two. An hour without trouble needs 18,000. */
  static final int KEPT = 1 << 15;

  /** No thread is kept waiting longer than this: if more time has passed, the clock has jumped. */
  private static final long LATEST_NS = 20 * PairsOnLine.PERIOD_NS;

  /** Puts this segment into its slot. It is to be published next. */
  Segment stored() {
    all.set(slot(index), this);
    return this;
  }

  private static int slot(long index) {
    return (int) index & KEPT - 1;
  }

  /**
   * Ends the epoch, and begins another that converts alike, but promises nothing. Between two pairs
   * the counter has gone up from the one, been set, and gone up to the other.
   */
  Segment anew(Pair last, Pair pair) {
    long passedNs = Math.max(0, pair.nanos() - last.nanos());
    double ticks = passedNs * (1 + estimate.drift()) / estimate.line().rate();
    long advance = pair.ticks() - last.ticks();
    long most =
        advance >= 0 && passedNs > LATEST_NS
            ? advance
            : (long) (ticks + last.halfTicks() + pair.halfTicks());
    long low = pair.ticks() - most;
    unbounded(index, epoch.endedAt(last.ticks() + most));
    return unbounded(index + 1, epochAfter(index, low, pair.ticks()));
  }

  /** Tells whether pairs of this epoch agree on a line; until then any may be a jump away. */
  private boolean hasLine() {
    return estimate.isBounded() || index > epoch.first();
  }

  private Segment unbounded(long number, Epoch other) {
    Estimate unknown = estimate.unbounded();
    return new Segment(unknown, now, next, wallNs, recalibrations, other, number, all).stored();
  }

  /** Returns the epoch by its own line: a counter that has become faster came from further down. */
  Epoch epochOn(TicksToNanos line) {
    double faster = Math.max(1, estimate.line().rate() / line.rate());
    long low = line.ticks() - (long) ((line.ticks() - epoch.low()) * faster);
    return epochAfter(epoch.first() - 1, low, line.ticks());
  }

  /** Leaves out what takes the counter more than an hour to reach again: too old by then. */
  private Epoch epochAfter(long number, long low, long reading) {
    long alone = low;
    for (long end = number; end >= oldest(); ) {
      Epoch earlier = get(end).epoch;
      boolean isReached = earlier.high() - reading <= Epoch.keptTicks(estimate.line());
      alone = isReached && earlier.high() - alone > 0 ? earlier.high() : alone;
      end = Math.min(end, earlier.first()) - 1;
    }
    return new Epoch(number + 1, low, low, alone);
  }

  private long oldest() {
    return Math.max(0, index - KEPT + 1);
  }

  private long from() {
    return estimate.line().ticks();
  }

  boolean holds(long reading) {
    return Long.compareUnsigned(reading - from(), estimate.reach()) < 0;
  }

  long at(long reading) {
    return (reading - next.ticks() < 0 ? now : next).at(reading);
  }

  long errorBoundNanos(long reading) {
    double deviation = Math.abs(at(reading) - estimate.line().at(reading));
    return (long) Math.ceil(estimate.errorNs(reading) + deviation + 2); // 2: at() rounds
  }

  /** Bounds the error of a reading by its segment, unless a later epoch shows it, too. */
  long errorBoundNanos(long reading, CycleCounter counter) {
    Segment segment = of(reading, counter);
    for (long end = index; end > segment.index; ) {
      Epoch later = get(end).epoch;
      if (later.first() > segment.epoch.first() && later.isShared(reading)) {
        return Long.MAX_VALUE;
      }
      end = Math.min(end, later.first()) - 1;
    }
    return segment.errorBoundNanos(reading);
  }

  /**
   * Returns the segment of a reading; the nearest one if there is none. A counter that was set back
   * shows readings again that earlier epochs had: they stay with the earliest.
   */
  Segment of(long reading, CycleCounter counter) {
    boolean isMine = holds(reading) && reading - epoch.alone() >= 0;
    return isMine ? this : earliest(reading, reading - counter.cycles() <= 0);
  }

  private Segment earliest(long reading, boolean isPast) {
    Segment found = null;
    Segment nearest = null;
    for (long end = index; end >= oldest(); ) {
      Segment last = get(end);
      long begin = Math.min(end, Math.max(last.epoch.first(), oldest()));
      if (end == index ? isPast : reading - last.epoch.high() < 0) {
        if (reading - last.epoch.low() >= 0) {
          found = newestUpTo(reading, begin, end);
          if (last.hasLine() && !last.epoch.isShared(reading)) {
            return found;
          }
        }
      } else if (nearest == null) {
        nearest = last;
      }
      end = begin - 1;
    }
    nearest = found == null ? nearest : found;
    return nearest == null ? get(Math.max(epoch.first() - 1, oldest())) : nearest; // before all
  }

  /** A slot that has been filled anew while this thread was not running has a later segment. */
  private Segment get(long number) {
    return all.get(slot(number));
  }

  private Segment newestUpTo(long reading, long begin, long end) {
    long low = begin;
    long high = end;
    while (low < high) {
      long middle = low + high + 1 >>> 1;
      boolean isUpTo = reading - get(middle).from() >= 0;
      low = isUpTo ? middle : low;
      high = isUpTo ? high : middle - 1;
    }
    return get(low);
  }
}
