package org.cyclecounter.itest.jmh.profiler;

import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.Timing;

/** Measures the simulated operation with the timer that the JVM's property configures. */
public final class ByBench {

  private ByBench() {}

  /** Prints cycles per operation, the counter's name and what it counts. */
  public static void main(String[] arguments) {
    try (Bench bench = Bench.create().targetSeconds(0.05)) {
      Timing timing = bench.measure(SimulatedWork::times, 1);
      System.out.println(
          timing.cyclesPerOperation() + " by " + timing.counter() + ": " + timing.counted());
    }
  }
}
