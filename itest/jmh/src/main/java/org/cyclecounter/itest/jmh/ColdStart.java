// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import org.cyclecounter.selector.CpuCycles;

/** A program whose first reading is measured: prints how long it took, in nanoseconds. */
public final class ColdStart {

  private ColdStart() {}

  /**
   * Reads once, or not at all.
   *
   * @param arguments {@code empty}: no reading; {@code first}: one
   */
  public static void main(String[] arguments) {
    long before = System.nanoTime();
    long reading = arguments[0].equals("empty") ? 0 : CpuCycles.cycles();
    long ns = System.nanoTime() - before;
    System.out.println("first-ns " + ns + " " + (reading == 0 ? "" : CpuCycles.implementation()));
  }
}
