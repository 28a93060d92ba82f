// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.measuring.Compilers;
import org.cyclecounter.bench.measuring.Run;

/**
 * Runs a function until the compiler has settled ({@link Settling}), or a time limit at the latest.
 * Time is the thread's own: on a busy machine the function would otherwise run too seldom to be
 * compiled.
 *
 * @param timer makes the runs
 * @param startNs its start, by the wall clock
 * @param startCpuNs its start, in the thread's time on a processor
 */
record WarmUp(CalibratedTimer timer, long startNs, long startCpuNs) {

  private static final long WINDOW_NS = 10_000_000;
  private static final long CALL_NS = 2_000_000;

  /** Limit of the whole, in nanoseconds on a processor. */
  private static final long LIMIT_NS = 2_000_000_000;

  /** Enough for HotSpot's last compiler, which takes some hundred calls with many iterations. */
  private static final int CALLS = 2_000;

  private static final long SHORT_CALL_NS = 10_000;

  /**
   * Short calls before each window, and their limit: HotSpot looks at a function's calls once in
   * 1,024, and where it did so for the first compiler only, long calls enter that one's code.
   */
  private static final int WINDOW_CALLS = 512;

  private static final long WINDOW_CALLS_NS = 2_000_000;

  /** Limit of the wall time, in multiples of that on a processor. */
  private static final int BUSY = 5;

  /**
   * The end of a warm-up.
   *
   * @param n takes about 2 ms
   * @param isSettled whether the function has been compiled by all evidence
   */
  record Outcome(long n, boolean isSettled) {}

  /**
   * Warms up, for at most 2 s or so and one call.
   *
   * @param oftenNs limit of the many short calls at the beginning
   */
  static Outcome run(CalibratedTimer timer, BenchFunction function, long oftenNs) {
    WarmUp warmUp =
        new WarmUp(timer, timer.clock().wallNs().getAsLong(), timer.clock().cpuNs().getAsLong());
    warmUp.callOften(function, CALLS, oftenNs);
    return warmUp.settle(function);
  }

  /** Makes many short calls: the compiler counts calls of the function, not only iterations. */
  private void callOften(BenchFunction function, int calls, long limitNs) {
    long n = 1;
    for (int call = 0; call < calls && elapsedNs() < limitNs; call++) {
      if (timer.run(function, n).wallNs() < SHORT_CALL_NS / 2) {
        n = Math.min(2 * n, 64);
      }
    }
  }

  private Outcome settle(BenchFunction function) {
    long n = 1;
    Settling settling = new Settling();
    long compiledMs = Compilers.finishedMs();
    while (!settling.isSettled() && !isOver()) {
      callOften(function, WINDOW_CALLS, elapsedNs() + WINDOW_CALLS_NS);
      long startedNs = elapsedNs();
      long windowNs;
      double iterations = 0;
      do {
        Run run = timer.run(function, n);
        if (!run.timeValid()) {
          return new Outcome(n, true); // the next run fails in the same way, and is reported
        }
        iterations += n;
        if (run.wallNs() < CALL_NS / 2
            && run.seconds() < CALL_NS * 0.5e-9
            && n < Long.MAX_VALUE / 2) {
          n *= 2;
        }
        windowNs = elapsedNs() - startedNs;
      } while (windowNs < WINDOW_NS && elapsedWallNs() < BUSY * LIMIT_NS);
      long latestCompiledMs = Compilers.finishedMs();
      boolean areAtRest = latestCompiledMs == compiledMs && !Compilers.areBusy();
      settling.add(windowNs, iterations, areAtRest);
      compiledMs = latestCompiledMs;
    }
    return new Outcome(n, settling.isSettled());
  }

  /** Returns whether it has taken long enough; longer while the compilers are at it. */
  private boolean isOver() {
    return elapsedWallNs() >= BUSY * LIMIT_NS || elapsedNs() >= LIMIT_NS && !Compilers.areBusy();
  }

  private long elapsedNs() {
    return startCpuNs < 0 ? elapsedWallNs() : timer.clock().cpuNs().getAsLong() - startCpuNs;
  }

  private long elapsedWallNs() {
    return timer.clock().wallNs().getAsLong() - startNs;
  }
}
