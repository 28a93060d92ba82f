// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/**
 * Takes pairs, and publishes a segment with each that is on the line of those before it. Any
 * trouble has one remedy: to begin anew, with the next three pairs that are on one line.
 */
final class PairCalibration {

  /** The time between the first pairs. */
  private static final long FIRST_NS = 1_000_000;

  private static final int ATTEMPTS = 50;

  /** Until the compiler has done its work. */
  private static final int FIRST_ATTEMPTS = 1000;

  private static final int FIRST_AGREEMENTS = 10;
  private static final int MOST_REFUSALS = 10;

  private final PairReader reader;
  private final TimeSource time;
  private PairsOnLine run;

  /** Pairs in a row that were not on the line. */
  private int refusals;

  private volatile Segment segment;
  private volatile boolean isClosed;

  /**
   * Calibrates a counter, which takes about 30 ms.
   *
   * @throws IllegalArgumentException if the counter does not advance at one rate
   */
  PairCalibration(PairReader reader, TimeSource time) {
    this.reader = reader;
    this.time = time;
    run = PairsOnLine.of(reader.read(FIRST_ATTEMPTS));
    while (run.agreements() < FIRST_AGREEMENTS) {
      time.pause().accept(2 * FIRST_NS);
      PairsOnLine longer = run.plus(reader.read(FIRST_ATTEMPTS));
      if (longer == null) {
        throw new IllegalArgumentException(
            counter().implementation()
                + " cannot be a clock: ten calibrations do not agree on its rate");
      }
      run = longer;
    }
    Estimate estimate = Objects.requireNonNull(run.estimate()); // there were ten
    TicksToNanos line = estimate.line();
    AtomicReferenceArray<Segment> all = new AtomicReferenceArray<>(Segment.KEPT);
    long wallNs = time.wallDistanceNs(0);
    long low = line.ticks() - Epoch.keptTicks(line); // readings from before the clock
    Epoch epoch = new Epoch(0, low, low, low);
    segment = new Segment(estimate, line, line, wallNs, 0, epoch, 0, all).stored();
  }

  Segment segment() {
    return segment;
  }

  CycleCounter counter() {
    return reader.counter();
  }

  TimeSource time() {
    return time;
  }

  boolean isClosed() {
    return isClosed;
  }

  void close() {
    isClosed = true;
  }

  /**
   * Takes a pair.
   *
   * @return nanoseconds until the next one is due
   */
  long step() {
    Pair pair = reader.read(ATTEMPTS);
    PairsOnLine longer = run.plus(pair);
    if (longer == null || counter().scope() != Scope.SYSTEM) {
      return beginAnew(pair);
    }
    run = longer;
    Estimate estimate = longer.estimate();
    if (estimate == null || longer.agreements() == 0) {
      return FIRST_NS;
    }
    refusals = 0;
    return publish(estimate, longer.delayNs()) ? longer.delayNs() : beginAnew(pair);
  }

  private long beginAnew(Pair pair) {
    boolean isBounded = segment.estimate().isBounded();
    boolean isStill = pair.ticks() == run.last().ticks() || counter().scope() != Scope.SYSTEM;
    if (isBounded || !isStill) {
      if (run.agreements() == 0 && run.estimate() != null) { // any two pairs are on a line
        segment = segment.anew(run.anchor(), run.last());
      }
      segment = segment.anew(run.last(), pair);
    }
    run = PairsOnLine.of(pair);
    return Math.min(PairsOnLine.PERIOD_NS, FIRST_NS << Math.min(refusals++, MOST_REFUSALS));
  }

  /**
   * Publishes a segment from a pair on. The line changes half way to the next pair: no thread has
   * come to that reading yet. Begun anew it changes at once, so until the next pair nothing is
   * promised of a reading that another thread may have converted before.
   *
   * @return false if one may have: this thread was kept waiting here until that time
   */
  private boolean publish(Estimate estimate, long delayNs) {
    Segment last = segment;
    TicksToNanos line = estimate.line();
    boolean isAnew = run.agreements() == 1;
    boolean isBeforeChange = line.ticks() - last.next().ticks() < 0;
    TicksToNanos now = isAnew ? line : isBeforeChange ? last.now() : last.next();
    TicksToNanos next = isAnew ? line : isBeforeChange ? last.next() : towards(line, now, delayNs);
    long index = last.index() + 1;
    segment =
        new Segment(
                isAnew ? estimate.unbounded() : estimate,
                now,
                next,
                time.wallDistanceNs(last.wallNs()),
                last.recalibrations() + (isAnew ? 1 : 0),
                isAnew ? last.epochOn(line) : last.epoch(),
                index,
                last.all())
            .stored();
    return isAnew || isBeforeChange || counter().cycles() - next.ticks() < 0;
  }

  /** Returns the line that leaves another one half way to the next pair, and meets the true one. */
  private static TicksToNanos towards(TicksToNanos line, TicksToNanos now, long delayNs) {
    long ticks = (long) (delayNs / line.rate()) + 1;
    long change = line.ticks() + ticks / 2 + 1;
    long nanos = now.at(change);
    return new TicksToNanos(
        change, nanos, Math.max(0, line.at(change + ticks) - nanos) / (double) ticks);
  }
}
