// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.cyclecounter.instructions.CallCount;

/**
 * The calls that each JVM counted in a row: the numbers that the same calls have in all of them.
 */
final class CallRows {

  private final List<SortedMap<Integer, Long>> rows = new ArrayList<>();

  /** Adds a JVM's counts, by the calls' numbers; 0 where it is not known. */
  void add(SortedMap<Integer, Long> row) {
    rows.add(row);
  }

  /**
   * Returns the numbers on which JVMs agree, the commonest first, then the smaller ones: in both
   * halves of the row, and in at least two thirds of the calls that have them in any JVM, so that
   * no chance is taken for it.
   */
  List<CallCount> agreed() {
    Map<Long, Integer> calls = new TreeMap<>();
    Map<Long, Integer> ofAny = new HashMap<>();
    List<Integer> common = new ArrayList<>(rows.isEmpty() ? Set.of() : rows.get(0).keySet());
    rows.forEach(row -> common.retainAll(row.keySet()));
    Set<Long> ofFirstHalf = new HashSet<>();
    Set<Long> ofSecondHalf = new HashSet<>();
    for (int i = 0; i < common.size(); i++) {
      int call = common.get(i);
      Set<Long> counts = new HashSet<>();
      rows.forEach(row -> counts.add(row.getOrDefault(call, 0L)));
      counts.forEach(count -> ofAny.merge(count, 1, Integer::sum));
      calls.merge(agreed(call), 1, Integer::sum);
      (i < common.size() / 2 ? ofFirstHalf : ofSecondHalf).add(agreed(call));
    }
    calls.remove(0L);
    ofFirstHalf.retainAll(ofSecondHalf);
    calls.keySet().retainAll(ofFirstHalf); // or else one compilation would be in it
    return calls.entrySet().stream()
        .filter(one -> 3 * one.getValue() >= 2 * ofAny.getOrDefault(one.getKey(), 0))
        .map(one -> new CallCount(one.getKey(), one.getValue(), common.size(), List.of()))
        .sorted((one, other) -> other.calls() - one.calls())
        .toList();
  }

  /** Returns the number of a call in two thirds of the JVMs that know it; 0 without one. */
  private long agreed(int call) {
    Map<Long, Integer> jvms = new TreeMap<>();
    int known = 0;
    for (SortedMap<Integer, Long> row : rows) {
      long count = row.getOrDefault(call, 0L);
      if (count > 0) {
        known++;
        jvms.merge(count, 1, Integer::sum);
      }
    }
    for (Map.Entry<Long, Integer> one : jvms.entrySet()) {
      if (3 * one.getValue() >= 2 * known) {
        return one.getKey();
      }
    }
    return 0;
  }
}
