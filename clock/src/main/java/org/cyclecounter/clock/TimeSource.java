// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The machine's clocks; a test brings its own.
 *
 * @param nanoTime nanoseconds since some origin
 * @param wall the wall clock
 * @param pause waits for some nanoseconds
 */
record TimeSource(LongSupplier nanoTime, InstantSource wall, LongConsumer pause) {

  static final TimeSource SYSTEM =
      new TimeSource(System::nanoTime, InstantSource.system(), LockSupport::parkNanos);

  private static final int ATTEMPTS = 10;

  /**
   * Measures the wall clock's distance from {@link #nanoTime}.
   *
   * @param last the distance before, which is kept if it may still be right: a distance that wavers
   *     would change the order of readings
   */
  long wallDistanceNs(long last) {
    long narrowest = Long.MAX_VALUE;
    long distance = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
      long before = nanoTime.getAsLong();
      Instant now = wall.instant();
      long width = nanoTime.getAsLong() - before;
      if (width < narrowest) {
        narrowest = width;
        distance = now.getEpochSecond() * 1_000_000_000 + now.getNano() - before - width / 2;
      }
    }
    return Math.abs(distance - last) <= narrowest ? last : distance;
  }
}
