package org.cyclecounter.itest.jmh.profiler;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * A processor on which one operation takes exactly 1000 cycles, and reading its counter one:
 * whoever measures the operation by that counter must find the same number, on however busy a
 * machine. One thread at a time.
 */
public class SimulatedWork {

  /** What an operation costs. */
  public static final long CYCLES = 1000;

  private static long cycles;

  /** JMH makes one. */
  public SimulatedWork() {}

  /** Reads the counter. */
  public static long read() {
    return ++cycles;
  }

  /** Does the operation, for the command {@code measure}. */
  public static void once() {
    cycles += CYCLES;
  }

  /** Does the operation n times, for {@code Bench}. */
  public static void times(long n) {
    for (long i = 0; i < n; i++) {
      once();
    }
  }

  /** Does the operation, for JMH. */
  @Benchmark
  public void operation() {
    once();
  }
}
