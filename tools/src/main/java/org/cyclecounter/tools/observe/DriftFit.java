// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A straight line through a counter's readings over the clock's. A jump must not tilt it, because
 * the jump would then be seen as two slopes: a step that is much larger than usual is left out.
 */
final class DriftFit {

  private static final int MIN_POINTS = 5;

  /** A step that is so many times as far from the usual one as most are is a jump. */
  private static final double UNUSUAL = 10;

  /** A step that is less far from the usual one is none: clocks of a microsecond come to it. */
  private static final double MIN_JUMP_NS = 2500;

  private DriftFit() {}

  /** Null for too few readings, or a counter that did not move. */
  static @Nullable Drift of(List<Long> clockNs, List<Long> cycles, double nominalHz) {
    int count = clockNs.size();
    if (count < MIN_POINTS) {
      return null;
    }
    double[] time = since(clockNs);
    double[] counted = since(cycles);
    double usual = median(rates(time, counted));
    if (!(usual > 0)) {
      usual = counted[count - 1] / time[count - 1];
    }
    if (!(usual > 0)) {
      return null;
    }
    double[] unusual = new double[count];
    for (int i = 1; i < count; i++) {
      unusual[i] = (counted[i] - counted[i - 1]) / usual - (time[i] - time[i - 1]);
    }
    double limit = Math.max(MIN_JUMP_NS, UNUSUAL * median(magnitudes(unusual)));
    double[] smooth = new double[count];
    double offset = 0;
    int jumps = 0;
    double largestJump = 0;
    for (int i = 0; i < count; i++) {
      if (Math.abs(unusual[i]) > limit) {
        jumps++;
        offset += unusual[i] * usual;
        largestJump = Math.abs(unusual[i]) > Math.abs(largestJump) ? unusual[i] : largestJump;
      }
      smooth[i] = counted[i] - offset;
    }
    double perNs = slope(time, smooth);
    if (!(perNs > 0)) {
      return null;
    }
    double level = mean(smooth) - perNs * mean(time);
    List<Drift.Point> points = new ArrayList<>();
    double largest = 0;
    for (int i = 0; i < count; i++) {
      double ahead = (counted[i] - level) / perNs - time[i];
      largest = Math.max(largest, Math.abs(ahead));
      points.add(new Drift.Point(time[i] / 1e9, ahead));
    }
    return new Drift(perNs * 1e9, nominalHz, points, largest, jumps, largestJump);
  }

  private static double[] since(List<Long> values) {
    return values.stream().mapToDouble(value -> value - values.get(0)).toArray();
  }

  private static double[] rates(double[] time, double[] counted) {
    double[] rates = new double[time.length - 1];
    Arrays.setAll(rates, i -> (counted[i + 1] - counted[i]) / (time[i + 1] - time[i]));
    return rates;
  }

  private static double[] magnitudes(double[] values) {
    return Arrays.stream(values).map(Math::abs).toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

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
