// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;

/**
 * Operations on the same number of bytes, which can be compared: with the first of them, round by
 * round, so that what slows a whole round down does not count.
 *
 * <p>Ratios need numbers of one kind: cycles of two counters, as after a loss, are none, and a time
 * is measured beside both.
 *
 * @param bytes what one operation works on; 0 where that is not known
 * @param unit cycles if all operations have them, of one counter; otherwise they are compared in ns
 * @param members at least one
 */
record Group(long bytes, String unit, List<Member> members) {

  /**
   * An operation among others.
   *
   * @param cost of the runs that count, in the group's unit per operation
   * @param ratio of each round to the first operation's
   */
  record Member(MeasuredOperation operation, Sample cost, Sample ratio) {}

  /**
   * Values and the interval of their median, which is not known where one of them is not finite:
   * that of an operation which costs nothing that can be divided by.
   */
  record Sample(List<Double> values, MedianInterval median) {
    static Sample of(double... values) {
      boolean isKnown = Arrays.stream(values).allMatch(Double::isFinite);
      return new Sample(
          Arrays.stream(values).boxed().toList(),
          isKnown ? MedianInterval.of(values) : MedianInterval.UNKNOWN);
    }

    double[] array() {
      return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  static List<Group> of(List<MeasuredOperation> all) {
    List<Timing> timings = all.stream().flatMap(each -> each.counted().stream()).toList();
    boolean isInCycles =
        timings.stream()
            .allMatch(
                timing ->
                    timing.cyclesValid() && timing.counter().equals(timings.get(0).counter()));
    return all.stream()
        .collect(
            Collectors.groupingBy(
                MeasuredOperation::bytes, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(operations -> compared(operations, isInCycles))
        .toList();
  }

  private static Group compared(List<MeasuredOperation> operations, boolean isInCycles) {
    MeasuredOperation first = operations.get(0);
    ToDoubleFunction<Timing> value =
        isInCycles ? Timing::cyclesPerOperation : timing -> timing.secondsPerOperation() * 1e9;
    List<Member> members =
        operations.stream().map(operation -> member(operation, first, value)).toList();
    return new Group(first.bytes(), isInCycles ? "cycles" : "ns", members);
  }

  private static Member member(
      MeasuredOperation operation, MeasuredOperation first, ToDoubleFunction<Timing> value) {
    return new Member(
        operation,
        Sample.of(operation.values(value)),
        Sample.of(Comparison.ratios(operation.timings(), first.timings(), value)));
  }

  Member first() {
    return members.get(0);
  }

  /** Returns what is compared with the first. */
  List<Member> others() {
    return members.subList(1, members.size());
  }
}
