// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

/**
 * The evidence that a function has been compiled by the last compiler: the compilers have rested
 * for some time, in which it became no faster. Code that is called seldom waits for a compiler for
 * longer: HotSpot's last one takes some thousand calls.
 */
final class Settling {

  private static final long REST_NS = 60_000_000;
  private static final long LONG_REST_NS = 300_000_000;
  private static final double ENOUGH_ITERATIONS = 20_000;

  /** By less a function becomes faster by chance. */
  private static final double FASTER = 0.98;

  private double bestNs = Double.POSITIVE_INFINITY;
  private double iterations;
  private long quietNs;

  /**
   * Takes a window of the warm-up.
   *
   * @param ns the thread's time in it
   * @param iterationsOfWindow the function's iterations in it
   * @param areCompilersAtRest whether no compilation was finished or under way
   */
  void add(long ns, double iterationsOfWindow, boolean areCompilersAtRest) {
    double nsEach = ns / iterationsOfWindow;
    boolean isQuiet = areCompilersAtRest && nsEach >= bestNs * FASTER;
    quietNs = isQuiet ? quietNs + ns : 0;
    bestNs = Math.min(bestNs, nsEach);
    iterations += iterationsOfWindow;
  }

  /** Returns whether the windows so far are evidence enough. */
  boolean isSettled() {
    return quietNs >= (iterations >= ENOUGH_ITERATIONS ? REST_NS : LONG_REST_NS);
  }
}
