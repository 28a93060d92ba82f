// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * A run, and what went on beside it.
 *
 * @param run the run
 * @param start the thread's processor before
 * @param end its processor after
 * @param compiledMs the time of the compilations that the JVM finished meanwhile
 * @param times the times that the thread ran meanwhile
 */
public record WatchedRun(
    Run run, ThreadPlacement start, ThreadPlacement end, long compiledMs, ThreadTimes times) {

  private static final CompilationMXBean COMPILATION = ManagementFactory.getCompilationMXBean();
  private static final double COMPILER_SHARE = 0.005;

  /** Runs on the calling thread, and looks at what goes on beside it. */
  public static WatchedRun of(Supplier<Run> running) {
    ThreadPlacement start = ThreadPlacement.now();
    long compiledMs = compilersMs();
    ThreadTimes times = ThreadTimes.now();
    Run run = running.get();
    times = ThreadTimes.now().since(times);
    compiledMs = compilersMs() - compiledMs;
    return new WatchedRun(run, start, ThreadPlacement.now(), compiledMs, times);
  }

  /** Returns the time of all finished compilations in ms; 0 without a compiler that tells. */
  public static long compilersMs() {
    return COMPILATION != null && COMPILATION.isCompilationTimeMonitoringSupported()
        ? COMPILATION.getTotalCompilationTime()
        : 0;
  }

  /** Returns whether the compiler worked so long that the code may have changed during the run. */
  public boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }

  /** Seconds of the thread on a processor, by the timer's clock where the JVM does not tell. */
  double cpuSeconds() {
    return times.cpuNs() < 0 ? run.seconds() : times.cpuNs() * 1e-9;
  }

  /** The same run, whose cycles are of no use. */
  public WatchedRun withoutCycles() {
    return new WatchedRun(run.withoutCycles(), start, end, compiledMs, times);
  }
}
