package org.cyclecounter.bench;

import org.cyclecounter.CycleCounter;

/**
 * Times a region of code with ordered reads, as gotsc does, and knows what an empty region costs.
 *
 * <pre>{@code
 * OrderedStopwatch watch = OrderedStopwatch.of(CpuCycles.counter());
 * long start = watch.start();
 * work();
 * long cycles = watch.stop() - start - watch.overhead();
 * }</pre>
 *
 * <p>Thread-safe as far as its counter is: the two readings of a region belong to one thread unless
 * the counter's scope is {@link org.cyclecounter.Scope#SYSTEM}.
 */
public final class OrderedStopwatch {

  private static final int MOST_ROUNDS = 100_000;
  private static final long LIMIT_NS = 50_000_000;

  private final CycleCounter counter;
  private final long overhead;

  private OrderedStopwatch(CycleCounter counter) {
    this.counter = counter;
    this.overhead = leastEmptyRegion(counter);
  }

  /**
   * Makes a stopwatch, and measures empty regions for at most 50 ms.
   *
   * @param counter the counter to read
   * @return a stopwatch on that counter
   */
  public static OrderedStopwatch of(CycleCounter counter) {
    return new OrderedStopwatch(counter);
  }

  /**
   * What an empty region costs: to be subtracted from every difference.
   *
   * @return cycles, the minimum over up to 100,000 empty regions; 0 for a counter that stands still
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
    long least = Long.MAX_VALUE;
    long beginNs = System.nanoTime();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      long start = counter.start();
      long cycles = counter.stop() - start;
      // A clock may step back, and a thread may migrate: such a region says nothing.
      if (cycles >= 0 && cycles < least) {
        least = cycles;
      }
      // The clock costs more than most counters: look at it now and then only.
      if ((round & 63) == 63 && System.nanoTime() - beginNs > LIMIT_NS) {
        break;
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }
}
