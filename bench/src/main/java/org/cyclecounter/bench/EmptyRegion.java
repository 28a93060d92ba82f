// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Arrays;

/**
 * The cost of an empty region between two ordered reads, in cycles, of compiled code. A counter
 * that moves in steps shows a region of one cost as two or three.
 *
 * @param least the least, which a region shows seldom
 * @param median what to subtract from a single region, as {@link OrderedStopwatch#cyclesBetween}
 *     does: the median empty region is 0 then
 * @param mean what to subtract for each region from a sum of regions; those that were interrupted
 *     are not in it
 * @since 0.1.0
 */
public record EmptyRegion(long least, long median, double mean) {

  /** A region that costs more times the median was interrupted. */
  private static final long INTERRUPTED = 10;

  /** Describes regions, none of which costs less than 0; without one all is 0. */
  static EmptyRegion of(long... cycles) {
    long[] sorted = cycles.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return new EmptyRegion(0, 0, 0);
    }
    long median = sorted[sorted.length / 2];
    double mean =
        Arrays.stream(sorted).filter(each -> each <= INTERRUPTED * median).average().orElse(0);
    return new EmptyRegion(sorted[0], median, mean);
  }
}
