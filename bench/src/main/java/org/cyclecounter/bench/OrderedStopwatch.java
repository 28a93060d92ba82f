// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.measuring.ThreadTimes;

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
 * program, costs more. No region costs less, so a difference without the overhead is not negative,
 * unless a clock steps back or the thread moves to a processor that counts otherwise.
 *
 * <p>As thread-safe as its counter: make both readings of a region on one thread unless the
 * counter's scope is {@link org.cyclecounter.Scope#SYSTEM}, and on one core if it is {@link
 * org.cyclecounter.Scope#CORE}.
 */
public final class OrderedStopwatch {

  private static final int BATCH = 100;

  /** Regions after which the last compiler has been asked for, also while its queue is long. */
  private static final int WARM_UP = 20_000;

  /** Processor time of the whole. */
  private static final long LEAST_NS = 50_000_000;

  private static final long LIMIT_NS = 1_000_000_000;

  /** Limit of the warm-up, for counters whose reading takes a tenth of a millisecond. */
  private static final long LONGEST_NS = 5_000_000_000L;

  /**
   * The least empty regions of this JVM by counter and fence: none of its stopwatches must subtract
   * more than another has seen.
   */
  private static final Map<String, Long> LEAST = new ConcurrentHashMap<>();

  private final CycleCounter counter;
  private final long overhead;

  private OrderedStopwatch(CycleCounter counter, Fence fence) {
    this.counter = counter;
    String key = counter.implementation() + " " + counter.cyclesPerSecond() + " " + fence;
    this.overhead = LEAST.merge(key, leastEmptyRegion(), Math::min);
  }

  /**
   * Creates a stopwatch with the counter's own ordered reads, and measures empty regions for about
   * 0.05 s.
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
   * Creates a stopwatch, and measures empty regions for about 0.05 s; for up to 1 s where each
   * takes microseconds, as between CPUIDs in a virtual machine.
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
        },
        fence);
  }

  /**
   * Returns the cost of an empty region, to be subtracted from every difference.
   *
   * @return cycles, the minimum of at least 20,000 empty regions, and of earlier stopwatches with
   *     the same counter and fence; 0 for a counter that stands still
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

  /**
   * Measures empty regions until the compiler has done its work and the least has stayed the same.
   *
   * <p>Hazard: a region that the last compiler has not reached yet costs two to three times as
   * much, and where CPUID is trapped a region takes microseconds, so that few of them fit into any
   * time limit. {@link #emptyRegion} is therefore a method of its own: the compiler counts calls,
   * and takes it after some thousands, whatever the loop around it has become.
   */
  private long leastEmptyRegion() {
    ThreadTimes begin = ThreadTimes.now();
    long beginNs = System.nanoTime();
    long elapsedNs = 0;
    long least = Long.MAX_VALUE;
    long regions = 0;
    long sinceFall = 0;
    while (regions < WARM_UP
        ? elapsedNs < LONGEST_NS
        : elapsedNs < LIMIT_NS
            && (sinceFall < regions / 2 || spentNs(begin, elapsedNs) < LEAST_NS)) {
      long leastOfBatch = leastOf(BATCH);
      sinceFall = leastOfBatch < least ? 0 : sinceFall + BATCH;
      least = Math.min(least, leastOfBatch);
      regions += BATCH;
      elapsedNs = System.nanoTime() - beginNs; // once in a batch: it costs more than most counters
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  /**
   * Returns the processor time that this thread has had: the compiler's threads get as little on a
   * busy machine. The time that passed, if the JVM does not report it.
   */
  private static long spentNs(ThreadTimes begin, long elapsedNs) {
    long cpuNs = ThreadTimes.now().since(begin).cpuNs();
    return cpuNs < 0 ? elapsedNs : cpuNs;
  }

  private long leastOf(int regions) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < regions; i++) {
      long cycles = emptyRegion();
      // A clock may step back, and a thread may migrate: such a region is ignored.
      if (cycles >= 0 && cycles < least) {
        least = cycles;
      }
    }
    return least;
  }

  private long emptyRegion() {
    long start = start();
    return stop() - start;
  }
}
