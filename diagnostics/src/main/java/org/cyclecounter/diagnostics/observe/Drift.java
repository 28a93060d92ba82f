// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.cyclecounter.bench.MedianInterval;
import org.jspecify.annotations.Nullable;

/**
 * A counter's time beside the monotonic clock's, while its thread computed.
 *
 * <p>The monotonic clock is not the truth either: NTP slews it by up to 500 ppm (adjtimex(2)), so a
 * drift of some ppm may be the clock's.
 *
 * <p>The straight line is fitted by least squares. A jump must not tilt it, because the jump would
 * then be seen as two slopes: what a step has beyond the usual rate is taken out of all readings
 * that follow, if it is much more than in most steps. The median of the steps' rates is taken for
 * the usual one, because half of the steps may then be wrong; the mean would follow a single jump.
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

  /** Readings: with fewer a median of the steps says nothing. */
  private static final int MIN_POINTS = 5;

  /** A step that is 10 times as far from the usual rate as the median step is a jump. */
  private static final double UNUSUAL = 10;

  /** A smaller deviation is no jump: clocks that tick once a microsecond come to it. */
  private static final double MIN_JUMP_NS = 2500;

  /** The counter's lead over the straight line, so long after the first point; negative: behind. */
  public record Point(double seconds, double aheadNs) {}

  /** Deviation from the nominal rate in ppm; negative if slow. */
  public double ppm() {
    return (hz / nominalHz - 1) * 1e6;
  }

  /**
   * Fits a line; null for too few readings, or a counter that did not move.
   *
   * @param readings in the order of time, each later than the one before
   * @param nominalHz the rate that readings are scaled to, in Hz
   */
  static @Nullable Drift of(List<ClockedReading> readings, double nominalHz) {
    if (readings.size() < MIN_POINTS) {
      return null;
    }
    double[] ns = sinceFirst(readings, ClockedReading::ns);
    double[] cycles = sinceFirst(readings, ClockedReading::cycles);
    double usual = usualPerNs(ns, cycles);
    // Neither NaN nor a counter that runs backwards.
    if (!(usual > 0)) {
      return null;
    }
    double[] jumpsNs = jumps(ns, cycles, usual);
    double[] smooth = cycles.clone();
    double jumpedNs = 0;
    double largestJumpNs = 0;
    for (int i = 0; i < smooth.length; i++) {
      jumpedNs += jumpsNs[i];
      smooth[i] -= jumpedNs * usual;
      largestJumpNs = Math.abs(jumpsNs[i]) > Math.abs(largestJumpNs) ? jumpsNs[i] : largestJumpNs;
    }
    double perNs = slope(ns, smooth);
    if (!(perNs > 0)) {
      return null;
    }
    double level = mean(smooth) - perNs * mean(ns);
    List<Point> points =
        IntStream.range(0, ns.length)
            .mapToObj(i -> new Point(ns[i] / 1e9, (cycles[i] - level) / perNs - ns[i]))
            .toList();
    double largestNs = points.stream().mapToDouble(p -> Math.abs(p.aheadNs())).max().orElse(0);
    int jumps = (int) Arrays.stream(jumpsNs).filter(jump -> jump != 0).count();
    return new Drift(perNs * 1e9, nominalHz, points, largestNs, jumps, largestJumpNs);
  }

  /** Differences, which doubles hold exactly: readings themselves may be beyond 2^53. */
  private static double[] sinceFirst(
      List<ClockedReading> readings, ToLongFunction<ClockedReading> value) {
    long first = value.applyAsLong(readings.get(0));
    return readings.stream().mapToDouble(reading -> value.applyAsLong(reading) - first).toArray();
  }

  /** The median over the steps; for a counter that stands still in most of them, the mean. */
  private static double usualPerNs(double[] ns, double[] cycles) {
    int last = ns.length - 1;
    double[] rates = new double[last];
    Arrays.setAll(rates, i -> (cycles[i + 1] - cycles[i]) / (ns[i + 1] - ns[i]));
    double usual = MedianInterval.of(rates).median();
    return usual > 0 ? usual : cycles[last] / ns[last];
  }

  /** The jump before each reading, in nanoseconds at the usual rate; 0 where there is none. */
  private static double[] jumps(double[] ns, double[] cycles, double usualPerNs) {
    double[] beyondNs = new double[ns.length];
    for (int i = 1; i < ns.length; i++) {
      beyondNs[i] = (cycles[i] - cycles[i - 1]) / usualPerNs - (ns[i] - ns[i - 1]);
    }
    double[] sizesNs = Arrays.stream(beyondNs).map(Math::abs).toArray();
    double limitNs = Math.max(MIN_JUMP_NS, UNUSUAL * MedianInterval.of(sizesNs).median());
    return Arrays.stream(beyondNs).map(beyond -> Math.abs(beyond) > limitNs ? beyond : 0).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /** Least squares: about the means, because sums of squares of nanoseconds would lose digits. */
  private static double slope(double[] x, double[] y) {
    double meanX = mean(x);
    double meanY = mean(y);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
      squares += (x[i] - meanX) * (x[i] - meanX);
    }
    return products / squares;
  }
}
