// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CpuCycles;

/** Counts on a class path, in a JAR of everything and in an image. */
public final class Hello {

  private Hello() {}

  /**
   * Prints how many cycles a loop takes.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    long before = CpuCycles.cycles();
    double sum = 0;
    for (int i = 1; i < 1_000_000; i++) {
      sum += 1.0 / i;
    }
    long cycles = CpuCycles.cycles() - before;
    for (CounterReport counter : CpuCycles.report().counters()) {
      System.out.println(counter.name() + ": " + counter.reason() + ", " + counter.measured());
    }
    System.out.println("sum " + sum);
    System.out.println("version " + CpuCycles.version());
    System.out.println(cycles + " cycles by " + CpuCycles.implementation());
  }
}
