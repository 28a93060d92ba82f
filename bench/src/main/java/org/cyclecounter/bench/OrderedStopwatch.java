// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.measuring.Compilers;
import org.cyclecounter.bench.measuring.ThreadTimes;

/**
 * Times a region of code with ordered reads, as gotsc does, and measures the cost of an empty
 * region.
 *
 * <pre>{@code
 * OrderedStopwatch watch = OrderedStopwatch.of(CpuCycles.counter());
 * long start = watch.start();
 * work();
 * long cycles = watch.cyclesBetween(start, watch.stop());
 * }</pre>
 *
 * <p>The overhead is that of compiled code. An interpreted region, such as the first ones of a
 * program, costs more. Seldom a region costs less: one of 100,000 where CPUID is trapped, or where
 * the overhead was measured while other work kept the processor's other hardware thread busy.
 *
 * <p>As thread-safe as its counter: make both readings of a region on one thread unless the
 * counter's scope is {@link org.cyclecounter.Scope#SYSTEM}, and on one core if it is {@link
 * org.cyclecounter.Scope#CORE}.
 *
 * @since 0.1.0
 */
public final class OrderedStopwatch {

  private static final int BATCH = 100;

  /** The regions that count: compiled ones, as those before may not be. */
  private static final int NEWEST = 10_000;

  /** Regions after which the last compiler has been asked for, also while its queue is long. */
  private static final int WARM_UP = 20_000;

  /** Processor time of the whole. */
  private static final long LEAST_NS = 50_000_000;

  /** Processor time while a compiler is at work, perhaps on these regions. */
  private static final long MOST_NS = 500_000_000;

  /** Limit of the whole, for counters whose reading takes a tenth of a millisecond. */
  private static final long LIMIT_NS = 5_000_000_000L;

  /**
   * The overhead that the first stopwatch of this JVM measured with a counter and a fence: the
   * differences of two stopwatches are comparable only if both subtract the same.
   */
  private static final Map<String, EmptyRegion> OVERHEADS = new ConcurrentHashMap<>();

  private final CycleCounter counter;
  private final EmptyRegion empty;
  private final long overhead;

  private OrderedStopwatch(CycleCounter counter, Fence fence) {
    this.counter = counter;
    String key = counter.implementation() + " " + counter.cyclesPerSecond() + " " + fence;
    region(); // fails on a thread that cannot have the counter
    EmptyRegion measured = OVERHEADS.get(key);
    if (measured == null) {
      EmptyRegion own = EmptyRegion.of(newestRegions());
      measured = Objects.requireNonNullElse(OVERHEADS.putIfAbsent(key, own), own);
    }
    empty = measured;
    overhead = measured.median();
  }

  /**
   * Creates a stopwatch with the counter's own ordered reads. The first of a JVM with a counter
   * measures empty regions for about 0.05 s.
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
   * Creates a stopwatch. The first of a JVM with a counter and a fence measures empty regions for
   * about 0.05 s; for up to 5 s where each takes microseconds, as between CPUIDs in a virtual
   * machine.
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
   * @return cycles, the median of the last 10,000 of at least 20,000 empty regions (fewer if they
   *     take more than 5 s), so that after the subtraction half of the empty regions are 0; the
   *     same for all stopwatches of a JVM with the same counter and fence; 0 for a counter that
   *     stands still
   */
  public long overhead() {
    return overhead;
  }

  /**
   * Returns the costs of an empty region, of which {@link #overhead()} is the median.
   *
   * @return the same for all stopwatches of a JVM with the same counter and fence
   */
  public EmptyRegion emptyRegion() {
    return empty;
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
   * Returns the cost of a region without that of its two readings.
   *
   * @param start the reading that {@link #start()} returned
   * @param stop the reading that {@link #stop()} returned after it
   * @return cycles, not below 0: a region that cost less than the overhead, as empty ones do by a
   *     step of the counter, took no time that could be measured
   */
  public long cyclesBetween(long start, long stop) {
    return Math.max(0, stop - start - overhead);
  }

  /**
   * Measures empty regions until the compiler has done its work and the least has stayed the same;
   * the newest ones count.
   *
   * <p>Hazard: a region that the last compiler has not reached yet costs two to three times as
   * much, and where CPUID is trapped a region takes microseconds, so that few of them fit into any
   * time limit. {@link #region} is therefore a method of its own: the compiler counts calls, and
   * takes it after some thousands, whatever the loop around it has become.
   */
  private long[] newestRegions() {
    long[] newest = new long[NEWEST];
    long beginCpuNs = ThreadTimes.cpuNow();
    long beginNs = System.nanoTime();
    long elapsedNs = 0;
    long spentNs = 0; // on the processor: the compiler's threads get as little on a busy machine
    long least = Long.MAX_VALUE;
    long regions = 0;
    long kept = 0;
    long sinceFall = 0;
    while (elapsedNs < LIMIT_NS
        && (regions < WARM_UP
            || sinceFall < regions / 2
            || spentNs < LEAST_NS
            || spentNs < MOST_NS && Compilers.areBusy())) {
      sinceFall += BATCH;
      for (int i = 0; i < BATCH; i++) {
        long cycles = region();
        // A clock may step back, and a thread may migrate: such a region is ignored.
        if (cycles >= 0) {
          newest[(int) (kept++ % NEWEST)] = cycles;
          sinceFall = cycles < least ? 0 : sinceFall;
          least = Math.min(least, cycles);
        }
      }
      regions += BATCH;
      elapsedNs = System.nanoTime() - beginNs; // once in a batch: it costs more than most counters
      spentNs = beginCpuNs < 0 ? elapsedNs : ThreadTimes.cpuNow() - beginCpuNs;
    }
    return Arrays.copyOf(newest, (int) Math.min(kept, NEWEST));
  }

  private long region() {
    long start = start();
    return stop() - start;
  }
}
