// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

/**
 * Converts ticks to nanoseconds; never falls as the ticks rise. A double because any rate, and any
 * span, must fit: its rounding is below 0.01 ns in an hour.
 *
 * @param ticks a reading of the counter
 * @param nanos its time
 * @param rate nanoseconds per tick, not negative
 */
record TicksToNanos(long ticks, long nanos, double rate) {

  long at(long reading) {
    return nanos + (long) ((reading - ticks) * rate);
  }
}
