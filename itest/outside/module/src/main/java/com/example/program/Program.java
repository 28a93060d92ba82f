// SPDX-License-Identifier: Apache-2.0
package com.example.program;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.Sink;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/** Counts in a module. */
public final class Program {

  private Program() {}

  /**
   * Prints how many cycles an operation takes.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    try (BenchTimer timer = BenchTimer.create(null);
        Bench bench = Bench.create(timer).targetSeconds(0.05)) {
      System.out.println(timer.describe());
      bench.onWarning(warning -> System.out.println("on a busy machine: " + warning));
      Timing timing = bench.measure(Program::divide, 1);
      System.out.println(timing.cyclesPerOperation() + " cycles, " + timing.secondsPerOperation());
    }
    try (Selected selected = CycleCounterSelector.builder().exclude("default-zero").build().select()) {
      CycleCounter counter = selected.counter();
      long start = counter.start();
      divide(1_000_000);
      long cycles = counter.stop() - start;
      System.out.println(cycles + " cycles by " + counter.implementation());
    }
  }

  private static void divide(long n) {
    double sum = 0;
    for (long i = 1; i <= n; i++) {
      sum += 1.0 / i;
    }
    Sink.consume(sum);
  }
}
