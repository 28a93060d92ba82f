// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

/**
 * A reading of {@link System#nanoTime} between two readings of the counter.
 *
 * @param ticks the middle between the counter's readings
 * @param nanos the clock's reading
 * @param halfTicks half the distance of the counter's readings, and its resolution
 * @param resolutionNs the clock's resolution
 */
record Pair(long ticks, long nanos, double halfTicks, double resolutionNs) {

  /** Returns how far the clock may be from {@link #nanos} at {@link #ticks}. */
  double halfNs(double rate) {
    return halfTicks * rate + resolutionNs;
  }
}
