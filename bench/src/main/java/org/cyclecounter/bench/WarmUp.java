// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.Compilers;
import org.cyclecounter.bench.measuring.Run;

/**
 * Runs a function until the compiler has settled: for some windows in a row no compilation was
 * finished or under way and no window was faster than all before by more than 2 %. Ends at a time
 * limit at the latest. Time is the thread's own: on a busy machine the function would otherwise run
 * too seldom to be compiled.
 *
 * @param timer makes the runs
 * @param boundNs time limit of the whole, in nanoseconds on a processor
 * @param startNs its start, by the wall clock
 * @param startCpuNs its start, in the thread's time on a processor
 */
record WarmUp(CalibratedTimer timer, long boundNs, long startNs, long startCpuNs) {

  private static final long WINDOW_NS = 10_000_000;
  private static final long CALL_NS = 2_000_000;
  private static final int QUIET_WINDOWS = 6;

  /** Enough for HotSpot's last compiler, which takes some hundred calls with many iterations. */
  private static final int CALLS = 2_000;

  private static final long SHORT_CALL_NS = 10_000;

  /** Limit of the wall time, in multiples of that on a processor. */
  private static final int BUSY = 5;

  /**
   * Warms up for at most {@code boundNs} or so and one call; returns an n that takes about 2 ms.
   */
  static long run(CalibratedTimer timer, BenchFunction function, long boundNs) {
    WarmUp warmUp =
        new WarmUp(
            timer, boundNs, timer.clock().wallNs().getAsLong(), timer.clock().cpuNs().getAsLong());
    warmUp.callOften(function);
    return warmUp.settle(function);
  }

  /** Makes many short calls: the compiler counts calls of the function, not only iterations. */
  private void callOften(BenchFunction function) {
    long n = 1;
    for (int call = 0; call < CALLS && elapsedNs() < boundNs / 4; call++) {
      if (timer.run(function, n).wallNs() < SHORT_CALL_NS / 2) {
        n = Math.min(2 * n, 64);
      }
    }
  }

  private long settle(BenchFunction function) {
    long n = 1;
    int quiet = 0;
    double bestNs = Double.POSITIVE_INFINITY;
    long compiledMs = Compilers.finishedMs();
    while (quiet < QUIET_WINDOWS && !isOver()) {
      long windowNs = 0;
      double iterations = 0;
      while (windowNs < WINDOW_NS && elapsedWallNs() < BUSY * boundNs) {
        Run run = timer.run(function, n);
        if (!run.timeValid()) {
          return n; // the next run fails in the same way, and is reported
        }
        windowNs += run.wallNs();
        iterations += n;
        if (run.wallNs() < CALL_NS / 2
            && run.seconds() < CALL_NS * 0.5e-9
            && n < Long.MAX_VALUE / 2) {
          n *= 2;
        }
      }
      double nsEach = windowNs / iterations;
      long latestCompiledMs = Compilers.finishedMs();
      boolean isSettled =
          latestCompiledMs == compiledMs && nsEach >= bestNs * 0.98 && !Compilers.areBusy();
      quiet = isSettled ? quiet + 1 : 0;
      bestNs = Math.min(bestNs, nsEach);
      compiledMs = latestCompiledMs;
    }
    return n;
  }

  /** Returns whether it has taken long enough; longer while the compilers are at it. */
  private boolean isOver() {
    return elapsedWallNs() >= BUSY * boundNs || elapsedNs() >= boundNs && !Compilers.areBusy();
  }

  private long elapsedNs() {
    return startCpuNs < 0 ? elapsedWallNs() : timer.clock().cpuNs().getAsLong() - startCpuNs;
  }

  private long elapsedWallNs() {
    return timer.clock().wallNs().getAsLong() - startNs;
  }
}
