package org.cyclecounter.bench.measuring;

import org.cyclecounter.bench.BenchFunction;

/**
 * A run, and what went on beside it.
 *
 * @param run the run
 * @param start where the thread ran before
 * @param end where it ran after
 * @param compiledMs how long the JVM's compilers had worked on what they finished meanwhile
 */
record WatchedRun(Run run, Placement start, Placement end, long compiledMs) {

  private static final double COMPILER_SHARE = 0.005;

  static WatchedRun of(Runner runner, BenchFunction function, long n) {
    Placement start = Placement.now();
    long compiledMs = Compiler.totalMs();
    Run run = runner.run(function, n);
    compiledMs = Compiler.totalMs() - compiledMs;
    return new WatchedRun(run, start, Placement.now(), compiledMs);
  }

  /** Whether the compiler worked long enough that the code may not have been the same all along. */
  boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }
}
