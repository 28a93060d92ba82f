// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.WatchedRun;

/**
 * Runs a function until the compiler has settled. That is when, for some windows in a row, no
 * compilation was finished and none was faster than those before by more than 2 %; or when the
 * bound is reached.
 */
final class WarmUp {

  private static final long WINDOW_NS = 10_000_000;
  private static final long CALL_NS = 2_000_000;
  private static final int QUIET_WINDOWS = 6;

  /** HotSpot compiles a method for good after some hundred calls with many iterations. */
  private static final int CALLS = 2_000;

  private static final long SHORT_CALL_NS = 10_000;

  private final Runner runner;
  private final long boundNs;
  private final long startNs = System.nanoTime();

  private WarmUp(Runner runner, long boundNs) {
    this.runner = runner;
    this.boundNs = boundNs;
  }

  /** Warms up for at most {@code boundNs} and one call, and gives an n that takes about 2 ms. */
  static long run(Runner runner, BenchFunction function, long boundNs) {
    WarmUp warmUp = new WarmUp(runner, boundNs);
    warmUp.callOften(function);
    return warmUp.settle(function);
  }

  /** Many short calls: the compiler counts calls of the function, not only its iterations. */
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
    double best = Double.POSITIVE_INFINITY;
    long compiledMs = WatchedRun.compilersMs();
    while (quiet < QUIET_WINDOWS && elapsedNs() < boundNs) {
      long windowNs = 0;
      double done = 0;
      while (windowNs < WINDOW_NS && elapsedNs() < boundNs) {
        Run run = runner.run(function, n);
        if (!run.timeValid()) {
          return n; // the next run will fail the same way, and tell of it
        }
        windowNs += run.wallNs();
        done += n;
        if (run.wallNs() < CALL_NS / 2
            && run.seconds() < CALL_NS * 0.5e-9
            && n < Long.MAX_VALUE / 2) {
          n *= 2;
        }
      }
      double nsEach = windowNs / done;
      long nowCompiledMs = WatchedRun.compilersMs();
      boolean moved = nowCompiledMs != compiledMs || nsEach < best * 0.98;
      quiet = moved ? 0 : quiet + 1;
      best = Math.min(best, nsEach);
      compiledMs = nowCompiledMs;
    }
    return n;
  }

  private long elapsedNs() {
    return System.nanoTime() - startNs;
  }
}
