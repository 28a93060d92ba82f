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
 * @param epoch the number of the first segment since
 * @param index the number of this segment
 * @param all the newest segments, each at its index modulo the length
 */
record Segment(
    Estimate estimate,
    TicksToNanos now,
    TicksToNanos next,
    long wallNs,
    long recalibrations,
    long epoch,
    long index,
    AtomicReferenceArray<Segment> all) {

  /** A power of two. An hour without trouble needs 18,000. */
  static final int KEPT = 1 << 15;

  /** Puts this segment into its slot. It is to be published next. */
  Segment stored() {
    all.set(slot(index), this);
    return this;
  }

  private static int slot(long index) {
    return (int) index & KEPT - 1;
  }

  /** Returns a segment that converts alike, but promises nothing. */
  Segment unbounded(Pair trouble) {
    long number = estimate.isBounded() ? index + 1 : index;
    Estimate unknown = estimate.unbounded(trouble);
    return new Segment(unknown, now, next, wallNs, recalibrations, epoch, number, all).stored();
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

  /**
   * Returns the segment of a reading; the nearest one if there is none. A counter that was set back
   * shows readings again that older epochs had: the newest epoch takes all up to now.
   */
  Segment of(long reading, CycleCounter counter) {
    if (holds(reading)) {
      return this;
    }
    long oldest = Math.max(0, index - KEPT + 1);
    boolean isPast = reading - counter.cycles() <= 0;
    Segment nearest = null;
    for (long end = index; end >= oldest; ) {
      Segment last = get(end);
      long begin = Math.min(end, Math.max(last.epoch, oldest));
      if (reading - last.from() < 0 || (end == index ? isPast : last.holds(reading))) {
        if (reading - get(begin).from() >= 0) {
          return newestUpTo(reading, begin, end);
        }
      } else if (nearest == null) {
        nearest = last;
      }
      end = begin - 1;
    }
    return nearest == null ? get(Math.max(epoch - 1, oldest)) : nearest; // before all
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
