// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;

/** Computes a worker's time for an operation by JMH's clock from the results of all workers. */
final class TimedShare {

  private TimedShare() {}

  /**
   * Returns the mean over all operations of all threads.
   *
   * @param unit the unit of each thread's result
   * @return nanoseconds of one thread for one operation; NaN without a result
   */
  static double nsPerOperation(
      Mode mode, TimeUnit unit, Collection<? extends Result<?>> perThread) {
    double unitNs = unit.toNanos(1);
    double sum = 0;
    for (Result<?> result : perThread) {
      double score = result.getScore();
      sum +=
          switch (mode) {
            case Throughput -> score / unitNs;
            // Threads run for the same time, so a fast thread's operations are more of the mean's.
            case AverageTime, SampleTime -> 1 / (score * unitNs);
            default -> score * unitNs; // SingleShotTime: threads do the same number of operations
          };
    }
    int threads = perThread.size();
    if (threads == 0 || !(sum > 0)) {
      return Double.NaN;
    }
    return mode == Mode.SingleShotTime ? sum / threads : threads / sum;
  }
}
