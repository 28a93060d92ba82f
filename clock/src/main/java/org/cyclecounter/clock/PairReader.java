// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;

/**
 * Reads pairs of a counter and the clock.
 *
 * @param counter read before and after the clock, in order
 * @param clock nanoseconds
 * @param counterResolution in ticks
 * @param clockResolution in nanoseconds
 */
record PairReader(
    CycleCounter counter, LongSupplier clock, long counterResolution, long clockResolution) {

  /** Enough for the compiler: interpreted reads are further apart than a coarse clock's steps. */
  private static final int READINGS = 20_000;

  private static final int ENOUGH = 1000;

  static PairReader of(CycleCounter counter, LongSupplier clock) {
    return new PairReader(counter, clock, resolution(counter::cycles), resolution(clock));
  }

  /**
   * Returns the smallest step if adjacent readings are equal at times; 1 for a source that changes
   * with every reading, as its steps are then those of time.
   */
  private static long resolution(LongSupplier source) {
    long step = Long.MAX_VALUE;
    int equal = 0;
    long last = source.getAsLong();
    for (int i = 0; i < READINGS && equal < ENOUGH; i++) {
      long next = source.getAsLong();
      equal += next == last ? 1 : 0;
      step = next - last > 0 ? Math.min(step, next - last) : step;
      last = next;
    }
    return equal == 0 ? 1 : step;
  }

  /** Reads the narrowest of some pairs. */
  Pair read(int attempts) {
    Pair narrowest = readOnce();
    for (int i = 1; i < attempts; i++) {
      Pair pair = readOnce();
      narrowest = pair.halfTicks() < narrowest.halfTicks() ? pair : narrowest;
    }
    return narrowest;
  }

  /** A pair in which the counter ran backwards is wider than any other. */
  private Pair readOnce() {
    long before = counter.start();
    long nanos = clock.getAsLong();
    long half = counter.start() - before >>> 1;
    return new Pair(before + half, nanos, half + 0.5 + counterResolution, clockResolution);
  }
}
