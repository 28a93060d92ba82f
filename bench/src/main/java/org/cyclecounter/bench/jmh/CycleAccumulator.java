package org.cyclecounter.bench.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.jspecify.annotations.Nullable;

/**
 * What an iteration's worker threads have counted: each reads the counter when its part begins and
 * when it ends, so that a counter of the thread's own is as good as one that all threads share.
 *
 * <p>Static, because JMH makes the profiler and the executor apart from each other; a process runs
 * one benchmark at a time. Thread-safe.
 */
@SuppressWarnings("StaticAssignmentOfThrowable") // thrown where JMH ends the iteration
final class CycleAccumulator {

  /** A difference that no iteration can reach: the readings go on with another counter's. */
  private static final long LOST_CYCLES = 1L << 53;

  /** Core cycles rise in a shorter time, if they rise at all. */
  private static final long STILL_NS = 1_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean HAS_CPU_TIME = THREADS.isCurrentThreadCpuTimeSupported();

  private static @Nullable CycleCounter counter;
  private static boolean isOfCore;
  private static long cycles;
  private static long timeNs;
  private static int parts;
  private static @Nullable RuntimeException failure;

  private CycleAccumulator() {}

  /**
   * An iteration's sum.
   *
   * @param cycles of all workers' parts
   * @param timeNs wall-clock time of all workers' parts, in nanoseconds
   * @param parts how many workers have been counted
   * @param failure why a worker could not be counted; null if all could
   */
  record Sum(long cycles, long timeNs, int parts, @Nullable RuntimeException failure) {}

  /**
   * Begins an iteration.
   *
   * @param read the counter
   * @param ofCore whether it counts core cycles, which rise whenever a thread runs
   */
  static synchronized void begin(CycleCounter read, boolean ofCore) {
    counter = read;
    isOfCore = ofCore;
    cycles = 0;
    timeNs = 0;
    parts = 0;
    failure = null;
  }

  static synchronized Sum end() {
    counter = null;
    return new Sum(cycles, timeNs, parts, failure);
  }

  private static synchronized @Nullable CycleCounter current() {
    return counter;
  }

  private static synchronized boolean mustRise() {
    return isOfCore;
  }

  private static synchronized void add(long moreCycles, long moreNs) {
    cycles += moreCycles;
    timeNs += moreNs;
    parts++;
  }

  private static synchronized void fail(RuntimeException e) {
    failure = e;
  }

  /** Runs a worker's part on its thread, and counts it. The part's own outcome is unchanged. */
  static <V> V count(Callable<V> part) throws Exception {
    CycleCounter read = current();
    if (read == null) {
      return part.call();
    }
    boolean begun = false;
    long beginCpuNs = cpuNs();
    long beginCycles = 0;
    long beginNs = 0;
    try {
      read.cycles(); // a thread's own counter is opened by its first reading
      beginNs = System.nanoTime();
      beginCycles = read.start();
      begun = true;
    } catch (RuntimeException e) {
      fail(e);
    }
    try {
      return part.call();
    } finally {
      if (begun) {
        end(read, beginCycles, beginNs, beginCpuNs);
      }
    }
  }

  private static void end(CycleCounter read, long beginCycles, long beginNs, long beginCpuNs) {
    try {
      long counted = read.stop() - beginCycles;
      long passedNs = System.nanoTime() - beginNs;
      if (counted < 0 || counted > LOST_CYCLES) {
        fail(new IllegalStateException("the counter was lost or set back during the iteration"));
      } else if (counted == 0 && mustRise() && cpuNs() - beginCpuNs >= STILL_NS) {
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

  /** 0 where it is not known. */
  private static long cpuNs() {
    return HAS_CPU_TIME ? THREADS.getCurrentThreadCpuTime() : 0;
  }
}
