// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

/**
 * The readings that the counter may have shown from one trouble to the next.
 *
 * @param first the number of its first segment
 * @param low the lowest reading
 * @param high the end of the readings, once there is a later epoch
 * @param alone earlier epochs have shown readings up to here: it is above {@code low} if the
 *     counter was set back
 */
record Epoch(long first, long low, long high, long alone) {

  private static final long HOUR_NS = 3_600_000_000_000L;

  /** The age up to which readings are converted. */
  static long keptTicks(TicksToNanos line) {
    return (long) (HOUR_NS / line.rate());
  }

  Epoch endedAt(long reading) {
    return new Epoch(first, low, reading, alone);
  }

  /** Tells whether an earlier epoch may have shown a reading, too. */
  boolean isShared(long reading) {
    return reading - low >= 0 && reading - alone < 0;
  }
}
