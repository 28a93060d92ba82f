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
 * An operation that was measured in turns with others, in one JVM or several, or failed.
 *
 * @param name its name
 * @param bytes what one operation works on; 0 where that is not known
 * @param starts each JVM's runs, one of each round, in the order of the rounds; none if it failed
 * @param failure a sentence; empty where it did not fail
 * @param warnings sentences about what may have disturbed the measurement
 */
public record MeasuredOperation(
    String name, long bytes, List<List<Timing>> starts, String failure, List<String> warnings) {

  /** JVMs whose medians are nearer to each other are alike, whatever their runs. */
  private static final double ALIKE = 0.02;

  // Copies the lists.
  public MeasuredOperation {
    starts = starts.stream().filter(each -> !each.isEmpty()).map(List::copyOf).toList();
    warnings = List.copyOf(warnings);
  }

  /** Returns the runs of all JVMs. */
  public List<Timing> timings() {
    return starts.stream().flatMap(List::stream).toList();
  }

  /** Returns the name, and the bytes if they are known. */
  public String label() {
    return bytes == 0 ? name : name + " of " + bytes + " bytes";
  }

  public boolean isMeasured() {
    return failure.isEmpty();
  }

  /** Returns false if the code of a run that counts may not be the last compiler's. */
  public boolean isCompiled() {
    return counted().stream().allMatch(Timing::compiled);
  }

  /** Returns the runs that count: of each JVM those that were not disturbed, or all if each was. */
  public List<Timing> counted() {
    return starts.stream().flatMap(each -> Comparison.undisturbed(each).stream()).toList();
  }

  /** Returns how many runs were disturbed. */
  public long disturbed() {
    return timings().stream().filter(Timing::disturbed).count();
  }

  /**
   * Returns the middle run of the middle JVM, the lower one of two; null if there is none. By
   * cycles, or by time if a run has none.
   */
  public @Nullable Timing middle() {
    ToDoubleFunction<Timing> cost =
        counted().stream().allMatch(Timing::cyclesValid)
            ? Timing::cyclesPerOperation
            : Timing::secondsPerOperation;
    List<Timing> middles =
        starts.stream().map(each -> middle(Comparison.undisturbed(each), cost)).toList();
    return middles.isEmpty() ? null : middle(middles, cost);
  }

  private static Timing middle(List<Timing> runs, ToDoubleFunction<Timing> cost) {
    List<Timing> sorted = runs.stream().sorted(Comparator.comparingDouble(cost)).toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** Returns what each JVM's runs that count say; by it a start differs from another. */
  public List<double[]> perStart(ToDoubleFunction<Timing> value) {
    return starts.stream()
        .map(each -> Comparison.undisturbed(each).stream().mapToDouble(value).toArray())
        .toList();
  }

  /**
   * Returns whether JVMs differ by more than their runs: all runs of one are above all of another,
   * and its median by more than 2 %.
   */
  public boolean hasUnlikeStarts() {
    List<double[]> costs =
        perStart(cycles().isKnown() ? Timing::cyclesPerOperation : Timing::secondsPerOperation);
    double leastMost = Double.POSITIVE_INFINITY;
    double mostLeast = Double.NEGATIVE_INFINITY;
    for (double[] start : costs) {
      leastMost = Math.min(leastMost, Arrays.stream(start).max().orElse(Double.NaN));
      mostLeast = Math.max(mostLeast, Arrays.stream(start).min().orElse(Double.NaN));
    }
    return mostLeast - leastMost > ALIKE * Math.abs(leastMost);
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
    return starts.isEmpty() ? MedianInterval.UNKNOWN : MedianInterval.ofStarts(perStart(value));
  }

  /** Returns a value of each run that counts. */
  public double[] values(ToDoubleFunction<Timing> value) {
    return counted().stream().mapToDouble(value).toArray();
  }
}
