// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.CycleCounter;

/**
 * Times a region of code with ordered reads, as gotsc does, and measures the cost of an empty
 * region.
 *
 * <pre>{@code
 * OrderedStopwatch watch = OrderedStopwatch.of(CpuCycles.counter());
 * long start = watch.start();
 * work();
 * long cycles = watch.stop() - start - watch.overhead();
 * }</pre>
 *
 * <p>The overhead is that of compiled code. An interpreted region, such as the first ones of a
 * program, costs more; a region that costs less than the overhead yields a negative result.
 *
 * <p>As thread-safe as its counter: make both readings of a region on one thread unless the
 * counter's scope is {@link org.cyclecounter.Scope#SYSTEM}, and on one core if it is {@link
 * org.cyclecounter.Scope#CORE}.
 */
public final class OrderedStopwatch {

  private static final int MAX_ROUNDS = 100_000;
  private static final int BATCH = 100;
  private static final long WARM_UP_NS = 30_000_000;
  private static final long LIMIT_NS = 100_000_000;

  private final CycleCounter counter;
  private final long overhead;

  private OrderedStopwatch(CycleCounter counter) {
    this.counter = counter;
    this.overhead = leastEmptyRegion(counter);
  }

  /**
   * Creates a stopwatch with the counter's own ordered reads, and measures empty regions for at
   * most 0.13 s.
   *
   * @param counter the counter to read
   * @return a stopwatch on that counter
   * @throws IllegalStateException if the calling thread cannot have the counter, as {@link
   *     CycleCounter#cycles()}
   */
  public static OrderedStopwatch of(CycleCounter counter) {
    return of(counter, Fence.COUNTER);
  }

  /**
   * Creates a stopwatch, and measures empty regions for at most 0.13 s.
   *
   * @param counter the counter to read
   * @param fence how a region is separated from the code around it
   * @return a stopwatch on that counter
   * @throws UnsupportedOperationException if the counter has no such reads, with the reason
   * @throws IllegalStateException if the calling thread cannot have the counter, as {@link
   *     CycleCounter#cycles()}
   */
  public static OrderedStopwatch of(CycleCounter counter, Fence fence) {
    return new OrderedStopwatch(
        switch (fence) {
          case COUNTER -> counter;
          case CPUID -> FencedCounter.of(counter);
        });
  }

  /**
   * Returns the cost of an empty region, to be subtracted from every difference.
   *
   * @return cycles, the minimum of up to 100,000 empty regions; 0 for a counter that stands still
   */
  public long overhead() {
    return overhead;
  }

  /**
   * Starts a region: nothing before the call moves into it.
   *
   * @return the counter's reading in cycles
   */
  public long start() {
    return counter.start();
  }

  /**
   * Ends a region: nothing of it moves out past the call.
   *
   * @return the counter's reading in cycles
   */
  public long stop() {
    return counter.stop();
  }

  private static long leastEmptyRegion(CycleCounter counter) {
    long beginNs = System.nanoTime();
    while (System.nanoTime() - beginNs < WARM_UP_NS) {
      leastOf(BATCH, counter);
    }
    long least = Long.MAX_VALUE;
    beginNs = System.nanoTime();
    // In batches: the compiler counts calls, and the clock costs more than most counters.
    for (int rounds = 0; rounds < MAX_ROUNDS; rounds += BATCH) {
      least = Math.min(least, leastOf(BATCH, counter));
      if (System.nanoTime() - beginNs > LIMIT_NS) {
        break;
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  private static long leastOf(int rounds, CycleCounter counter) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long start = counter.start();
      long cycles = counter.stop() - start;
      // A clock may step back, and a thread may migrate: such a region is ignored.
      if (cycles >= 0 && cycles < least) {
        least = cycles;
      }
    }
    return least;
  }
}
