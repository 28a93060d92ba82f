// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/**
 * Gives pictures a common scale if their largest values differ by less than five times. On the
 * scale of a clock of microseconds a counter of single cycles would be a line at zero.
 *
 * <p>Groups are made from the smallest value on: each begins with a value and takes all below five
 * times that, so a picture uses about a fifth of its height or more.
 */
final class Scales {

  private static final double MAX_RATIO = 5;

  private Scales() {}

  /** A scale: the largest value on it, and the names of its counters. */
  record Scale(double max, List<String> names) {

    /** The end of a sentence that says whose scale this is. */
    String sharedWith(String name) {
      List<String> others = new ArrayList<>(names);
      others.remove(name);
      return others.isEmpty()
          ? "on its own scale"
          : "on the same scale as " + String.join(", ", others);
    }
  }

  /** Gives each counter its scale, by its largest value. */
  static Map<String, Scale> of(Map<String, Double> largest) {
    List<Entry<String, Double>> sorted = new ArrayList<>(largest.entrySet());
    sorted.sort(Comparator.comparingDouble(Entry::getValue));
    Map<String, Scale> scales = new LinkedHashMap<>();
    int first = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      boolean isLast =
          i == sorted.size()
              || sorted.get(i).getValue() >= MAX_RATIO * Math.max(1, sorted.get(first).getValue());
      if (isLast) {
        List<String> group = sorted.subList(first, i).stream().map(Entry::getKey).toList();
        List<String> names = largest.keySet().stream().filter(group::contains).toList();
        Scale scale = new Scale(sorted.get(i - 1).getValue(), names);
        names.forEach(name -> scales.put(name, scale));
        first = i;
      }
    }
    return scales;
  }
}
