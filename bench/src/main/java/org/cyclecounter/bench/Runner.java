// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.Run;

/** Times single calls. Calibration measures the cost of {@link #run} itself. */
record Runner(BenchTimer timer) {

  /**
   * Calls the function once.
   *
   * @return the differences between the timer's readings before and after
   * @throws BenchException if the function throws, or the thread has been interrupted
   */
  Run run(BenchFunction function, long n) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BenchException("The measurement was interrupted.");
    }
    long startNs = System.nanoTime();
    try {
      BenchTime before = timer.now();
      function.run(n);
      BenchTime after = timer.now();
      return Run.of(
          n,
          System.nanoTime() - startNs,
          (double) (after.seconds() - before.seconds()) + (after.nanos() - before.nanos()) * 1e-9,
          after.cycles() - before.cycles(),
          before.timeValid() && after.timeValid(),
          before.cyclesValid() && after.cyclesValid());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The measurement was interrupted.", e);
    } catch (Exception e) {
      throw new BenchException("The function failed in a run of " + n + ": " + e, e);
    }
  }
}
