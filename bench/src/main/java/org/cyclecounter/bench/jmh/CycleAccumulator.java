// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.ThreadTimes;
import org.jspecify.annotations.Nullable;

/**
 * Sums the cycles of an iteration's worker threads. Each reads the counter when its part begins and
 * ends, so that a per-thread counter serves as well as a shared one.
 *
 * <p>JMH creates the profiler and the executor independently, so the instance of the iteration is
 * static; a process runs one benchmark at a time. Thread-safe.
 *
 * @param isOfCore whether the counter rises whenever its thread runs
 * @param parts the parts that have ended, each a sum of one
 */
record CycleAccumulator(CycleCounter counter, boolean isOfCore, Queue<Sum> parts) {

  /** Core cycles rise within this time if they rise at all. */
  private static final long STILL_NS = 1_000_000;

  private static final Sum NOTHING = new Sum(0, 0, 0, 0, null);

  private static volatile @Nullable CycleAccumulator current;

  /**
   * An iteration's sum, or one part of it.
   *
   * @param cycles of all workers' parts
   * @param timeNs wall-clock time of all workers' parts, in nanoseconds
   * @param cpuNs the time of these that the workers were on a processor, in nanoseconds; all of it
   *     where that is not known
   * @param parts how many workers have been counted
   * @param failure why a worker could not be counted; null if all could
   */
  record Sum(long cycles, long timeNs, long cpuNs, int parts, @Nullable RuntimeException failure) {

    /** Less of it leaves the cycles about right. */
    private static final double MUCH = 0.1;

    /** Says that ticks were counted while threads waited; empty if they hardly did. */
    String waits() {
      double waited = 1 - (double) cpuNs / Math.max(1, timeNs);
      return waited < MUCH
          ? ""
          : String.format(
              Locale.ROOT,
              "; the threads were off the processor for %.0f %% of the time, and its ticks are"
                  + " counted, too",
              100 * waited);
    }

    private static Sum failed(RuntimeException failure) {
      return new Sum(0, 0, 0, 0, failure);
    }

    private Sum plus(Sum part) {
      return new Sum(
          cycles + part.cycles,
          timeNs + part.timeNs,
          cpuNs + part.cpuNs,
          parts + part.parts,
          part.failure == null ? failure : part.failure);
    }
  }

  /** Begins an iteration; isOfCore: the counter rises whenever its thread runs. */
  static void begin(CycleCounter counter, boolean isOfCore) {
    current = new CycleAccumulator(counter, isOfCore, new ConcurrentLinkedQueue<>());
  }

  static Sum end() {
    CycleAccumulator ended = current;
    current = null;
    return ended == null ? NOTHING : ended.parts.stream().reduce(NOTHING, Sum::plus);
  }

  /** Runs a worker's part on its thread, and counts it. The part's own outcome is unchanged. */
  static <V> V count(Callable<V> part) throws Exception {
    CycleAccumulator iteration = current;
    return iteration == null ? part.call() : iteration.counted(part);
  }

  private <V> V counted(Callable<V> part) throws Exception {
    long beginCpuNs = ThreadTimes.cpuNow();
    long beginCycles;
    long beginNs;
    try {
      counter.cycles(); // a thread's own counter is opened by its first reading
      beginNs = System.nanoTime();
      beginCycles = counter.start();
    } catch (RuntimeException e) {
      parts.add(Sum.failed(e));
      return part.call();
    }
    try {
      return part.call();
    } finally {
      parts.add(since(beginCycles, beginNs, beginCpuNs));
    }
  }

  private Sum since(long beginCycles, long beginNs, long beginCpuNs) {
    try {
      long counted = counter.stop() - beginCycles;
      long passedNs = System.nanoTime() - beginNs;
      if (counted < 0 || counted > Run.LOST_CYCLES) {
        throw new IllegalStateException("the counter was lost or set back during the iteration");
      }
      long cpuNs = beginCpuNs < 0 ? passedNs : ThreadTimes.cpuNow() - beginCpuNs;
      if (counted == 0 && isOfCore && beginCpuNs >= 0 && cpuNs >= STILL_NS) {
        throw new IllegalStateException(
            "the counter stood still: a virtual PMU short of counters does that");
      }
      return new Sum(counted, passedNs, cpuNs, 1, null);
    } catch (RuntimeException e) {
      return Sum.failed(e);
    }
  }
}
