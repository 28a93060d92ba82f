// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.Comparator;
import java.util.List;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.tools.page.ComparedSubject;
import org.jspecify.annotations.Nullable;

/**
 * The result of measuring an operation.
 *
 * @param operation what was measured
 * @param runs its runs; none if it failed
 * @param failure a sentence; empty where it did not fail
 * @param warnings what may have disturbed the measurement
 */
record MeasuredOperation(
    Operation operation, ComparedSubject runs, String failure, List<String> warnings) {

  static MeasuredOperation of(Operation operation, List<Timing> timings, List<String> warnings) {
    return new MeasuredOperation(
        operation,
        new ComparedSubject(operation.name(), operation.bytes(), timings),
        "",
        List.copyOf(warnings));
  }

  static MeasuredOperation failed(Operation operation, String failure, List<String> warnings) {
    return new MeasuredOperation(
        operation,
        new ComparedSubject(operation.name(), operation.bytes(), List.of()),
        failure,
        List.copyOf(warnings));
  }

  /** Returns the run that is the median, the lower one of two; null if there is none. */
  @Nullable Timing middle() {
    List<Timing> sorted =
        runs.counted().stream()
            .sorted(
                Comparator.comparingDouble(
                    timing ->
                        timing.cyclesValid()
                            ? timing.cyclesPerOperation()
                            : timing.secondsPerOperation()))
            .toList();
    return sorted.isEmpty() ? null : sorted.get((sorted.size() - 1) / 2);
  }

  /**
   * Returns the median's cycles per byte; NaN where the size or the cycles are not known. The cost
   * of the harness has been subtracted, so an operation that does nothing may come out below zero.
   */
  double cyclesPerByte() {
    return operation.bytes() == 0 ? Double.NaN : runs.cycles().median() / operation.bytes();
  }
}
