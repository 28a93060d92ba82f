// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.function.LongSupplier;

/**
 * Keeps the calling thread's core busy: a thread that sleeps has counters that stand still.
 *
 * <p>A volatile store in each iteration: the compiler may neither drop the loop nor run it in one
 * go. Several threads may write the sink at once; it is never read.
 */
public final class BusyLoop {

  /**
   * Iterations between two looks at the clock, a few microseconds. A clock that is a system call
   * would spend the time in the kernel, where not every counter counts.
   */
  private static final int ITERATIONS = 2_000;

  @SuppressWarnings("unused") // written, so that the loop is not optimised away
  private static volatile int sink;

  private BusyLoop() {}

  /** Runs iterations, each of which ends with a store. */
  public static void run(int iterations) {
    for (int i = 0; i < iterations; i++) {
      sink = i;
    }
  }

  /** Runs until the clock has come to a time. */
  public static void until(LongSupplier clockNs, long endNs) {
    while (clockNs.getAsLong() - endNs < 0) {
      run(ITERATIONS);
    }
  }
}
