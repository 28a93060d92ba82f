// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;

/**
 * The costs of operations, each compared with the first on the same number of bytes, round by
 * round, so that what slows a whole round down does not count.
 *
 * <p>Ratios need numbers of one kind: cycles of two counters, as after a loss, are none, and a time
 * is measured beside both.
 *
 * @param unit cycles or ticks if all operations have them, of one counter; otherwise they are
 *     compared in ns
 * @param operations those of a size together, in the order of the first of each size
 */
record Costs(String unit, List<OperationCost> operations) {

  /**
   * An operation's cost, and its ratio to the cost of the first operation of its size.
   *
   * @param isFirst true for an operation with which those of its size are compared
   * @param runs costs of the runs that count, in the unit of all costs per operation
   * @param ratios of each round to the first operation's
   */
  record OperationCost(MeasuredOperation operation, boolean isFirst, Sample runs, Sample ratios) {}

  /**
   * Values and the interval of their median, which is not known where one of them is not finite:
   * that of an operation which costs nothing that can be divided by.
   */
  record Sample(List<Double> values, MedianInterval median) {
    static Sample of(List<double[]> starts) {
      List<Double> values = starts.stream().flatMap(each -> Arrays.stream(each).boxed()).toList();
      boolean isKnown = values.stream().allMatch(Double::isFinite);
      return new Sample(values, isKnown ? MedianInterval.ofStarts(starts) : MedianInterval.UNKNOWN);
    }

    /** Returns the sample in another unit, by a function that is linear and increases. */
    Sample to(DoubleUnaryOperator unit) {
      return new Sample(
          values.stream().map(unit::applyAsDouble).toList(),
          new MedianInterval(
              unit.applyAsDouble(median.low()),
              unit.applyAsDouble(median.median()),
              unit.applyAsDouble(median.high())));
    }

    double[] array() {
      return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  static Costs of(List<MeasuredOperation> measured, boolean isUnscaled) {
    List<Timing> timings = measured.stream().flatMap(each -> each.counted().stream()).toList();
    boolean isInCycles =
        timings.stream()
            .allMatch(
                timing ->
                    timing.cyclesValid() && timing.counter().equals(timings.get(0).counter()));
    ToDoubleFunction<Timing> value =
        isInCycles ? Timing::cyclesPerOperation : timing -> timing.secondsPerOperation() * 1e9;
    List<OperationCost> operations =
        measured.stream()
            .collect(
                Collectors.groupingBy(
                    MeasuredOperation::bytes, LinkedHashMap::new, Collectors.toList()))
            .values()
            .stream()
            .flatMap(same -> same.stream().map(each -> compared(each, same.get(0), value)))
            .toList();
    String unit = isInCycles ? cycles(timings, isUnscaled) : "ns";
    return new Costs(unit, operations);
  }

  private static String cycles(List<Timing> timings, boolean isUnscaled) {
    return RoundedNumbers.unit(timings.isEmpty() ? null : timings.get(0).counted(), isUnscaled);
  }

  private static OperationCost compared(
      MeasuredOperation operation, MeasuredOperation first, ToDoubleFunction<Timing> value) {
    Sample firstRuns = Sample.of(first.perStart(value));
    boolean isFree = Math.abs(firstRuns.median().median()) < RoundedNumbers.NOTHING;
    return new OperationCost(
        operation,
        operation.equals(first),
        Sample.of(operation.perStart(value)),
        Sample.of(
            IntStream.range(0, Math.min(operation.starts().size(), first.starts().size()))
                .mapToObj(
                    i -> Comparison.ratios(operation.starts().get(i), first.starts().get(i), value))
                .map(ratios -> isFree ? new double[] {Double.NaN} : ratios)
                .toList()));
  }

  OperationCost first() {
    return operations.get(0);
  }

  /** Returns the operations that are compared with one of the same size. */
  List<OperationCost> others() {
    return operations.stream().filter(each -> !each.isFirst()).toList();
  }

  boolean isOneSize() {
    return operations.stream().map(each -> each.operation().bytes()).distinct().count() == 1;
  }

  boolean hasBytes() {
    return operations.stream().anyMatch(each -> each.operation().bytes() > 0);
  }

  /** Returns true if the sizes are known and differ, so that only costs of a byte compare. */
  boolean isPerByte() {
    return !isOneSize() && operations.stream().allMatch(each -> each.operation().bytes() > 0);
  }

  /** Formats the median of costs, with their unit. */
  String median(Sample runs) {
    return RoundedNumbers.digits(runs.median().median()) + " " + unit;
  }
}
