// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;

/**
 * Takes differences between adjacent readings of a counter: 10,000, or as many as time allows.
 *
 * <p>Cycles between one reading and the next, nothing in between: what a program's shortest
 * measurement could show. Interrupts and migrations are in them, as they are in a program's.
 */
final class AdjacentDifferences {

  /** Batches of as many readings as {@link ReadingLoop} takes at most: a thousand differences. */
  private static final int BATCHES = 10;

  private static final int READINGS = 1001;

  /** A tenth of a second for each counter, after the first batch. */
  private static final long LIMIT_NS = 100_000_000;

  /** Nanoseconds: slower reads need no compiled loop, and would be warmed up for seconds. */
  private static final double SLOW_NS = 2_000;

  private AdjacentDifferences() {}

  /** Observes on the calling thread. Throws what a read throws. */
  static Differences of(ObservedCounter subject, LongSupplier clock) {
    long[] differences = new long[BATCHES * (READINGS - 1)];
    int count =
        subject.nanosPerRead() > SLOW_NS
            ? readSlowly(subject.counter(), clock, differences)
            : readInBatches(subject.counter(), clock, differences);
    return Differences.of(Arrays.copyOf(differences, count));
  }

  private static int readInBatches(CycleCounter counter, LongSupplier clock, long[] differences) {
    ReadingLoop loop = new ReadingLoop(counter);
    long startNs = 0;
    int count = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      long[] readings = loop.take(READINGS);
      startNs = batch == 0 ? clock.getAsLong() : startNs; // the first one compiles the loop
      // Not across batches: the time between two of them is not a read's.
      for (int i = 1; i < READINGS; i++) {
        differences[count++] = readings[i] - readings[i - 1];
      }
      if (clock.getAsLong() - startNs > LIMIT_NS) {
        break;
      }
    }
    return count;
  }

  /**
   * Reads one by one, in the interpreter if need be: the loop around is nothing beside such a read.
   */
  private static int readSlowly(CycleCounter counter, LongSupplier clock, long[] differences) {
    long startNs = clock.getAsLong();
    long before = counter.cycles();
    int count = 0;
    do {
      long reading = counter.cycles();
      differences[count++] = reading - before;
      before = reading;
    } while (count < differences.length && clock.getAsLong() - startNs < LIMIT_NS);
    return count;
  }
}
