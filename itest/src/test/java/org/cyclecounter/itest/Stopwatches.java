// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * Prints the overheads of twenty stopwatches, the first of a JVM, and behind each the least of many
 * regions without its overhead. Its arguments are a counter and a {@link Fence}.
 */
final class Stopwatches {

  private static final int REGIONS = 20_000;

  private Stopwatches() {}

  public static void main(String[] arguments) {
    CycleCounter counter =
        CycleCounterSelector.builder().include(arguments[0]).build().select().counter();
    for (int i = 0; i < 20; i++) {
      OrderedStopwatch watch = OrderedStopwatch.of(counter, Fence.valueOf(arguments[1]));
      long least = Long.MAX_VALUE;
      for (int region = 0; region < REGIONS; region++) {
        long start = watch.start();
        least = Math.min(least, watch.cyclesBetween(start, watch.stop()));
      }
      System.out.println(watch.overhead() + " " + least);
    }
  }
}
