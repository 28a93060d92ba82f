// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.CpuCycles;

/** A program whose first reading is measured: prints how long it took, in nanoseconds. */
public final class ColdStart {

  private ColdStart() {}

  /**
   * Reads once, or not at all.
   *
   * @param arguments {@code empty}: no reading; {@code report}: and how it was selected
   */
  public static void main(String[] arguments) {
    String what = arguments.length == 0 ? "" : arguments[0];
    long before = System.nanoTime();
    long reading = what.equals("empty") ? 0 : CpuCycles.cycles();
    long ns = System.nanoTime() - before;
    System.out.println("first-ns " + ns + " " + (reading == 0 ? "" : CpuCycles.implementation()));
    if (what.equals("report")) {
      for (CounterReport counter : CpuCycles.report().counters()) {
        if (counter.verdict() == CounterReport.Verdict.SELECTED) {
          // Its probe: the library, the child that it is first run in, and the measurement.
          System.out.println("probe-ns " + counter.cost().toNanos());
          System.out.println("reason " + counter.reason());
        }
      }
    }
  }
}
