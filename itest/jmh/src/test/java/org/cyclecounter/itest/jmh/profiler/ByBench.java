// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.Timing;

/** Measures one operation with the timer that the JVM's property configures. */
public final class ByBench {

  private ByBench() {}

  /** Prints cycles per operation, the counter's name and its unit. */
  public static void main(String[] arguments) {
    try (Bench bench = Bench.create().targetSeconds(0.05).onWarning(System.err::println)) {
      Timing timing = bench.measure(SimulatedWork::times, 1);
      System.out.println(
          timing.cyclesPerOperation() + " by " + timing.counter() + ": " + timing.counted());
    }
  }
}
