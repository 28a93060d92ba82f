package org.cyclecounter.bench.measuring;

import org.cyclecounter.bench.BenchFunction;

/**
 * A run, and what went on beside it.
 *
 * @param run the run
 * @param start where the thread ran before
 * @param end where it ran after
 * @param compiledMs how long the JVM's compilers had worked on what they finished meanwhile
 * @param times how long the thread ran meanwhile
 */
record WatchedRun(Run run, Placement start, Placement end, long compiledMs, ThreadTimes times) {

  private static final double COMPILER_SHARE = 0.005;

  static WatchedRun of(Runner runner, BenchFunction function, long n) {
    Placement start = Placement.now();
    long compiledMs = Compiler.totalMs();
    ThreadTimes times = ThreadTimes.now();
    Run run = runner.run(function, n);
    times = ThreadTimes.now().since(times);
    compiledMs = Compiler.totalMs() - compiledMs;
    return new WatchedRun(run, start, Placement.now(), compiledMs, times);
  }

  /** Whether the compiler worked long enough that the code may not have been the same all along. */
  boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }

  /** Seconds of the thread on a processor, by the timer's clock where the JVM does not tell. */
  double cpuSeconds() {
    return times.cpuNs() < 0 ? run.seconds() : times.cpuNs() * 1e-9;
  }

  /** The same run, whose cycles are of no use. */
  WatchedRun withoutCycles() {
    return new WatchedRun(run.withoutCycles(), start, end, compiledMs, times);
  }
}
