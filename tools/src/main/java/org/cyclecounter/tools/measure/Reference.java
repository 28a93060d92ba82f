// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cyclecounter.bench.MedianInterval;
import org.cyclecounter.bench.Sink;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.page.MeasuredOperation;

/**
 * Code of the same number of core cycles on a processor, measured in turns with the operations:
 * what its ticks or its time change by from one measurement to the next is the processor's clock,
 * which the operations share, and not their cost.
 */
final class Reference {

  /** Each multiplication waits for the one before: three or four cycles, and one to add. */
  static final Operation OPERATION =
      new Operation(
          "reference",
          0,
          () ->
              n -> {
                long value = 1;
                for (long i = 0; i < n; i++) {
                  value = value * value + 3;
                }
                Sink.consume(value);
              });

  private Reference() {}

  /**
   * Divides an operation's costs by the reference's of the same JVM.
   *
   * @return the quotient; {@link MedianInterval#UNKNOWN} if a JVM, or the counter, lacks one of
   *     them
   */
  static MedianInterval quotient(
      MeasuredOperation operation, MeasuredOperation reference, ToDoubleFunction<Timing> cost) {
    if (!counters(reference).equals(counters(operation))) {
      return MedianInterval.UNKNOWN;
    }
    List<double[]> units = reference.perStart(cost);
    List<double[]> quotients = new ArrayList<>();
    for (double[] costs : operation.perStart(cost)) {
      double unit = MedianInterval.of(units.get(quotients.size())).median();
      quotients.add(Arrays.stream(costs).map(each -> each / unit).toArray());
    }
    return MedianInterval.ofStarts(quotients);
  }

  /** Returns what it costs. */
  static double median(MeasuredOperation reference, ToDoubleFunction<Timing> cost) {
    return MedianInterval.ofStarts(reference.perStart(cost)).median();
  }

  /** Returns the counter of each JVM. */
  private static List<String> counters(MeasuredOperation operation) {
    return operation.starts().stream().map(runs -> runs.get(0).counter()).toList();
  }
}
