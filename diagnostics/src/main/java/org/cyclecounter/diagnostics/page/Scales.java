// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cyclecounter.diagnostics.observe.Observation;

/**
 * Gives pictures a common scale if their largest values differ by less than five times. On the
 * scale of a clock of microseconds a counter of single cycles would be a line at zero.
 *
 * <p>Groups are made from the smallest value on: each begins with a value and takes all below five
 * times that, so a picture uses about a fifth of its height or more.
 */
final class Scales {

  private static final double MAX_RATIO = 5;

  /** The largest value on each counter's scale, by the counter's name: no two scales have it. */
  private final Map<String, Double> maxima = new LinkedHashMap<>();

  /**
   * Gives counters their scales.
   *
   * @param largest a counter's largest value; NaN for one without a picture
   */
  Scales(List<Observation> observations, ToDoubleFunction<Observation> largest) {
    for (Observation observation : observations) {
      double value = largest.applyAsDouble(observation);
      if (!Double.isNaN(value)) {
        maxima.put(observation.name(), value);
      }
    }
    NavigableSet<Double> left = new TreeSet<>(maxima.values());
    while (!left.isEmpty()) {
      double least = left.first();
      NavigableSet<Double> group = left.headSet(MAX_RATIO * Math.max(1, least), false);
      double max = group.last();
      maxima.replaceAll((name, value) -> value >= least && value <= max ? max : value);
      group.clear(); // they are taken from those that are left
    }
  }

  /** Returns the largest value on the scale of a counter that has a picture. */
  double max(String name) {
    return maxima.getOrDefault(name, Double.NaN);
  }

  /** Returns the end of a sentence that says whose scale this is. */
  String sharedWith(String name) {
    String others =
        maxima.keySet().stream()
            .filter(other -> max(other) == max(name) && !other.equals(name))
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "on its own scale" : "on the same scale as " + others;
  }
}
