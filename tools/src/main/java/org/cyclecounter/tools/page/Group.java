// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.StabilizedQuartiles;
import org.cyclecounter.bench.Timing;

/**
 * Operations on the same number of bytes, which can be compared: with the first of them, round by
 * round, so that what slows a whole round down does not count.
 *
 * <p>Ratios need numbers of one kind: cycles of two counters, as after a loss, are none, and a time
 * is measured beside both.
 *
 * @param bytes what one operation works on; 0 where that is not known
 * @param subjects at least one, with as many rounds each
 * @param inCycles whether all have cycles, of one counter; otherwise they are compared in time
 */
record Group(long bytes, List<MeasuredOperation> subjects, boolean inCycles) {

  static List<Group> of(List<MeasuredOperation> all) {
    Map<Long, List<MeasuredOperation>> bySize = new LinkedHashMap<>();
    all.forEach(
        subject -> bySize.computeIfAbsent(subject.bytes(), key -> new ArrayList<>()).add(subject));
    return bySize.entrySet().stream()
        .map(size -> new Group(size.getKey(), size.getValue(), haveCycles(size.getValue())))
        .toList();
  }

  /** Returns whether every run of every subject was counted, by the counter of the first. */
  private static boolean haveCycles(List<MeasuredOperation> subjects) {
    String counter = subjects.get(0).counted().get(0).counter();
    return subjects.stream()
        .flatMap(subject -> subject.counted().stream())
        .allMatch(timing -> timing.cyclesValid() && timing.counter().equals(counter));
  }

  String unit() {
    return inCycles ? "cycles" : "ns";
  }

  /** Returns the cycles or nanoseconds per operation of each run that counts. */
  double[] values(int subject) {
    return subjects.get(subject).values(this::value);
  }

  private double value(Timing timing) {
    return inCycles ? timing.cyclesPerOperation() : timing.secondsPerOperation() * 1e9;
  }

  /** Returns the median of the runs, in the group's unit per operation, and its interval. */
  MedianInterval cost(int subject) {
    return MedianInterval.of(values(subject));
  }

  StabilizedQuartiles quartiles(int subject) {
    return StabilizedQuartiles.of(values(subject));
  }

  /** Returns each round's ratio to the first subject. */
  double[] ratios(int subject) {
    return Comparison.ratios(
        subjects.get(subject).timings(), subjects.get(0).timings(), this::value);
  }

  /**
   * Returns the ratio to the first subject; all NaN where a subject costs nothing that can be
   * divided by.
   */
  MedianInterval ratio(int subject) {
    double[] ratios = ratios(subject);
    return Arrays.stream(ratios).allMatch(Double::isFinite)
        ? MedianInterval.of(ratios)
        : MedianInterval.UNKNOWN;
  }
}
