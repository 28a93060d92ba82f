// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * A run, and what went on beside it.
 *
 * @param run the run
 * @param start where the thread ran before
 * @param end where it ran after
 * @param compiledMs how long the JVM's compilers had worked on what they finished meanwhile
 * @param times how long the thread ran meanwhile
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

  /** Returns the milliseconds of all finished compilations; 0 if this JVM does not report them. */
  public static long compilersMs() {
    return COMPILATION != null && COMPILATION.isCompilationTimeMonitoringSupported()
        ? COMPILATION.getTotalCompilationTime()
        : 0;
  }

  /**
   * Returns whether the compiler worked for so long that the code may have changed during the run.
   */
  public boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }

  /**
   * Returns the thread's seconds on a processor, by the timer's clock if the JVM does not report
   * them.
   */
  double cpuSeconds() {
    return times.cpuNs() < 0 ? run.seconds() : times.cpuNs() * 1e-9;
  }

  /** Returns the same run with its cycles marked invalid. */
  public WatchedRun withoutCycles() {
    return new WatchedRun(run.withoutCycles(), start, end, compiledMs, times);
  }
}
