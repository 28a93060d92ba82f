// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.util.concurrent.Callable;
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
 */
final class CycleAccumulator {

  /** Core cycles rise within this time if they rise at all. */
  private static final long STILL_NS = 1_000_000;

  private static final Sum NOTHING = new Sum(0, 0, 0, null);

  private static volatile @Nullable CycleAccumulator current;

  private final CycleCounter counter;
  private final boolean isOfCore;
  private Sum sum = NOTHING;

  private CycleAccumulator(CycleCounter counter, boolean isOfCore) {
    this.counter = counter;
    this.isOfCore = isOfCore;
  }

  /**
   * An iteration's sum.
   *
   * @param cycles of all workers' parts
   * @param timeNs wall-clock time of all workers' parts, in nanoseconds
   * @param parts how many workers have been counted
   * @param failure why a worker could not be counted; null if all could
   */
  record Sum(long cycles, long timeNs, int parts, @Nullable RuntimeException failure) {}

  /** Begins an iteration; isOfCore: the counter rises whenever its thread runs. */
  static void begin(CycleCounter counter, boolean isOfCore) {
    current = new CycleAccumulator(counter, isOfCore);
  }

  static Sum end() {
    CycleAccumulator ended = current;
    current = null;
    return ended == null ? NOTHING : ended.sum();
  }

  private synchronized Sum sum() {
    return sum;
  }

  private synchronized void add(long cycles, long ns) {
    sum = new Sum(sum.cycles + cycles, sum.timeNs + ns, sum.parts + 1, sum.failure);
  }

  private synchronized void fail(RuntimeException e) {
    sum = new Sum(sum.cycles, sum.timeNs, sum.parts, e);
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
      fail(e);
      return part.call();
    }
    try {
      return part.call();
    } finally {
      end(beginCycles, beginNs, beginCpuNs);
    }
  }

  private void end(long beginCycles, long beginNs, long beginCpuNs) {
    try {
      long counted = counter.stop() - beginCycles;
      long passedNs = System.nanoTime() - beginNs;
      if (counted < 0 || counted > Run.LOST_CYCLES) {
        fail(new IllegalStateException("the counter was lost or set back during the iteration"));
      } else if (counted == 0 && isOfCore && ThreadTimes.cpuNow() - beginCpuNs >= STILL_NS) {
        fail(
            new IllegalStateException(
                "the counter stood still: a virtual PMU short of counters does that"));
      } else {
        add(counted, passedNs);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }
}
