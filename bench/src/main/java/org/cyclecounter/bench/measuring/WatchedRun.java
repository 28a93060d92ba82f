package org.cyclecounter.bench.measuring;

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
    Run run, CpuMigration start, CpuMigration end, long compiledMs, ThreadTimes times) {

  private static final double COMPILER_SHARE = 0.005;

  /**
   * Runs, and looks at what goes on beside it.
   *
   * @param running makes the run, on the calling thread
   * @return both
   */
  public static WatchedRun of(Supplier<Run> running) {
    CpuMigration start = CpuMigration.now();
    long compiledMs = Compiler.totalMs();
    ThreadTimes times = ThreadTimes.now();
    Run run = running.get();
    times = ThreadTimes.now().since(times);
    compiledMs = Compiler.totalMs() - compiledMs;
    return new WatchedRun(run, start, CpuMigration.now(), compiledMs, times);
  }

  /**
   * Whether the compiler worked long enough that the code may not have been the same all along.
   *
   * @return true if it did
   */
  public boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }

  /** Seconds of the thread on a processor, by the timer's clock where the JVM does not tell. */
  double cpuSeconds() {
    return times.cpuNs() < 0 ? run.seconds() : times.cpuNs() * 1e-9;
  }

  /**
   * The same run, whose cycles are of no use.
   *
   * @return without cycles
   */
  public WatchedRun withoutCycles() {
    return new WatchedRun(run.withoutCycles(), start, end, compiledMs, times);
  }
}
