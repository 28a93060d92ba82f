// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.List;

/**
 * A counter's time beside the monotonic clock's, while its thread computed.
 *
 * <p>The monotonic clock is not the truth either: NTP slews it by up to 500 ppm (adjtimex(2)), so a
 * drift of some ppm may be the clock's.
 *
 * @param hz the rate of its readings, in cycles per second, jumps left out
 * @param nominalHz the rate that its readings are scaled to
 * @param points its readings' distances from a straight line of that rate
 * @param largestNs the largest distance from it, in nanoseconds, not negative
 * @param jumps how often it moved by much more or less than usual between two points
 * @param largestJumpNs the jump of the largest size, in nanoseconds; 0 where there is none
 */
public record Drift(
    double hz,
    double nominalHz,
    List<Point> points,
    double largestNs,
    int jumps,
    double largestJumpNs) {

  /** The counter's lead over the straight line, so long after the first point; negative: behind. */
  public record Point(double seconds, double aheadNs) {}

  /** Deviation from the nominal rate in ppm; negative if slow. */
  public double ppm() {
    return (hz / nominalHz - 1) * 1e6;
  }
}
