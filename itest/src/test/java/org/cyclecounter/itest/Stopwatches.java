// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.Fence;
import org.cyclecounter.bench.OrderedStopwatch;
import org.cyclecounter.selector.CycleCounterSelector;

/**
 * Prints the overheads of twenty stopwatches, the first of a JVM, and behind each the least of many
 * regions without its overhead; then the counter's step. Its arguments are a counter and a {@link
 * Fence}.
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
        least = Math.min(least, watch.stop() - start - watch.overhead());
      }
      System.out.println(watch.overhead() + " " + least);
    }
    System.out.println(step(counter));
  }

  /**
   * The counter's step: what all differences in a row are multiples of. The largest of several,
   * because a thread that is moved meanwhile reads a counter that may be off by one.
   */
  private static long step(CycleCounter counter) {
    long step = 1;
    for (int row = 0; row < 20; row++) {
      long divisor = 0;
      for (int i = 0; i < 1000; i++) {
        long start = counter.cycles();
        divisor = divisor(divisor, Math.abs(counter.cycles() - start));
      }
      step = Math.max(step, divisor);
    }
    return step;
  }

  private static long divisor(long one, long other) {
    return other == 0 ? one : divisor(other, one % other);
  }
}
