// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;
import org.jspecify.annotations.Nullable;

/**
 * An operation that was measured in turns with others, or failed.
 *
 * @param name its name
 * @param bytes what one operation works on; 0 where that is not known
 * @param timings one of each round, in the order of the rounds; none if it failed
 * @param failure a sentence; empty where it did not fail
 * @param warnings sentences about what may have disturbed the measurement
 */
public record MeasuredOperation(
    String name, long bytes, List<Timing> timings, String failure, List<String> warnings) {

  // Copies the lists.
  public MeasuredOperation {
    timings = List.copyOf(timings);
    warnings = List.copyOf(warnings);
  }

  /** Returns the name, and the bytes if they are known. */
  public String label() {
    return bytes == 0 ? name : name + " of " + bytes + " bytes";
  }

  public boolean isMeasured() {
    return failure.isEmpty();
  }

  /** Returns the runs that count: those that were not disturbed, or all if each was. */
  public List<Timing> counted() {
    return Comparison.undisturbed(timings);
  }

  /** Returns how many runs were disturbed. */
  public long disturbed() {
    return timings.stream().filter(Timing::disturbed).count();
  }

  /** Returns the run that is the median, the lower one of two; null if there is none. */
  public @Nullable Timing middle() {
    List<Timing> sorted =
        counted().stream()
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
  public double cyclesPerByte() {
    return bytes == 0 ? Double.NaN : cycles().median() / bytes;
  }

  /** Returns cycles per operation; all NaN where one of the runs has none. */
  public MedianInterval cycles() {
    return interval(Timing::cyclesPerOperation);
  }

  /** Returns nanoseconds per operation. */
  public MedianInterval nanoseconds() {
    return interval(timing -> timing.secondsPerOperation() * 1e9);
  }

  /** Returns the smallest value of the runs that count; NaN if one of them has none. */
  public double smallest(ToDoubleFunction<Timing> value) {
    return Arrays.stream(values(value)).min().orElse(Double.NaN); // NaN if there is one
  }

  private MedianInterval interval(ToDoubleFunction<Timing> value) {
    return timings.isEmpty() ? MedianInterval.UNKNOWN : MedianInterval.of(values(value));
  }

  /** Returns a value of each run that counts. */
  public double[] values(ToDoubleFunction<Timing> value) {
    return counted().stream().mapToDouble(value).toArray();
  }
}
