package org.cyclecounter.bench.jmh;

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
final class Tally {

  /** A difference that no iteration can reach: the readings go on with another counter's. */
  private static final long LOST_CYCLES = 1L << 58;

  private static @Nullable CycleCounter counter;
  private static long cycles;
  private static long timeNs;
  private static int parts;
  private static @Nullable RuntimeException failure;

  private Tally() {}

  /**
   * An iteration's sum.
   *
   * @param cycles of all workers' parts
   * @param timeNs wall-clock time of all workers' parts, in nanoseconds
   * @param parts how many workers have been counted
   * @param failure why a worker could not be counted; null if all could
   */
  record Sum(long cycles, long timeNs, int parts, @Nullable RuntimeException failure) {}

  static synchronized void begin(CycleCounter read) {
    counter = read;
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
        end(read, beginCycles, beginNs);
      }
    }
  }

  private static void end(CycleCounter read, long beginCycles, long beginNs) {
    try {
      long counted = read.stop() - beginCycles;
      long passedNs = System.nanoTime() - beginNs;
      if (counted < 0 || counted > LOST_CYCLES) {
        fail(new IllegalStateException("the counter was lost or set back during the iteration"));
      } else {
        add(counted, passedNs);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }
}
