// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.WatchedRun;

/**
 * Runs a function until the compiler has settled: for some windows in a row no compilation was
 * finished and no window was faster than all before by more than 2 %. Ends at a time limit at the
 * latest.
 *
 * @param runner makes the runs
 * @param boundNs time limit of the whole, in nanoseconds
 * @param startNs its start, by System.nanoTime()
 */
record WarmUp(Runner runner, long boundNs, long startNs) {

  private static final long WINDOW_NS = 10_000_000;
  private static final long CALL_NS = 2_000_000;
  private static final int QUIET_WINDOWS = 6;

  /** Enough for HotSpot's last compiler, which takes some hundred calls with many iterations. */
  private static final int CALLS = 2_000;

  private static final long SHORT_CALL_NS = 10_000;

  /** Warms up for at most {@code boundNs} and one call; returns an n that takes about 2 ms. */
  static long run(Runner runner, BenchFunction function, long boundNs) {
    WarmUp warmUp = new WarmUp(runner, boundNs, System.nanoTime());
    warmUp.callOften(function);
    return warmUp.settle(function);
  }

  /** Makes many short calls: the compiler counts calls of the function, not only iterations. */
  private void callOften(BenchFunction function) {
    long n = 1;
    for (int call = 0; call < CALLS && elapsedNs() < boundNs / 4; call++) {
      if (runner.run(function, n).wallNs() < SHORT_CALL_NS / 2) {
        n = Math.min(2 * n, 64);
      }
    }
  }

  private long settle(BenchFunction function) {
    long n = 1;
    int quiet = 0;
    double bestNs = Double.POSITIVE_INFINITY;
    long compiledMs = WatchedRun.compilersMs();
    while (quiet < QUIET_WINDOWS && elapsedNs() < boundNs) {
      long windowNs = 0;
      double iterations = 0;
      while (windowNs < WINDOW_NS && elapsedNs() < boundNs) {
        Run run = runner.run(function, n);
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
      long latestCompiledMs = WatchedRun.compilersMs();
      boolean isSettled = latestCompiledMs == compiledMs && nsEach >= bestNs * 0.98;
      quiet = isSettled ? quiet + 1 : 0;
      bestNs = Math.min(bestNs, nsEach);
      compiledMs = latestCompiledMs;
    }
    return n;
  }

  private long elapsedNs() {
    return System.nanoTime() - startNs;
  }
}
