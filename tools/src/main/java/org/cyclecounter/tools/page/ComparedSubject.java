// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.bench.Comparison;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Timing;

/**
 * An operation that was measured in turns with others.
 *
 * @param name its name
 * @param bytes what one operation works on; 0 where that is not known
 * @param timings one of each round, in the order of the rounds
 */
public record ComparedSubject(String name, long bytes, List<Timing> timings) {

  // Copies the list.
  public ComparedSubject {
    timings = List.copyOf(timings);
  }

  /** Returns the runs that count: those that were not disturbed, or all if each was. */
  public List<Timing> counted() {
    return Comparison.undisturbed(timings);
  }

  /** Returns how many runs were disturbed. */
  public long disturbed() {
    return timings.stream().filter(Timing::disturbed).count();
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
    double[] values = values(value);
    Arrays.sort(values); // puts NaN last
    boolean isKnown = values.length > 0 && !Double.isNaN(values[values.length - 1]);
    return isKnown ? values[0] : Double.NaN;
  }

  private MedianInterval interval(ToDoubleFunction<Timing> value) {
    return timings.isEmpty() ? MedianInterval.UNKNOWN : MedianInterval.of(values(value));
  }

  /** Returns a value of each run that counts. */
  public double[] values(ToDoubleFunction<Timing> value) {
    return counted().stream().mapToDouble(value).toArray();
  }
}
