// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The arrows between some rooms, each as {@code from --> to}. */
final class Arrows {

  private final Map<String, Set<String>> targets = new HashMap<>();

  void add(String from, String to) {
    if (!from.equals(to)) {
      targets.computeIfAbsent(from, name -> new HashSet<>()).add(to);
    }
  }

  /** All of them, sorted. */
  Set<String> all() {
    Set<String> all = new TreeSet<>();
    targets.forEach((from, tos) -> tos.forEach(to -> all.add(from + " --> " + to)));
    return all;
  }

  /** Those that no longer way implies, sorted; in a circle no arrow is implied. */
  Set<String> shortest() {
    Set<String> shortest = new TreeSet<>();
    targets.forEach(
        (from, tos) -> {
          for (String to : tos) {
            if (reaches(to, from) || !reachesWithout(from, to)) {
              shortest.add(from + " --> " + to);
            }
          }
        });
    return shortest;
  }

  /** By another first step, from which there is no way back. */
  private boolean reachesWithout(String from, String to) {
    for (String step : targets.getOrDefault(from, Set.of())) {
      if (!step.equals(to) && !reaches(step, from) && reaches(step, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean reaches(String from, String to) {
    return reaches(from, to, new HashSet<>());
  }

  private boolean reaches(String from, String to, Set<String> seen) {
    for (String step : targets.getOrDefault(from, Set.of())) {
      if (step.equals(to) || (seen.add(step) && reaches(step, to, seen))) {
        return true;
      }
    }
    return false;
  }
}
