// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;

/**
 * A run, and what went on beside it. A run may be made in pieces that are so short that most of
 * them fit between two interruptions of a thread: on a busy machine those remain in which the
 * thread never lost its processor.
 *
 * @param run the whole run
 * @param counted the sum of its pieces without an interruption; the whole run where it has one
 *     piece, or hardly a piece without an interruption
 * @param calls the calls of the function in {@code counted}
 * @param start where the thread ran before
 * @param end where it ran after
 * @param compiledMs the time that the JVM's compilers took for code that they finished during the
 *     run
 * @param collections garbage collections during the run
 * @param times the time that the thread ran
 * @param waits the thread's waits
 */
public record WatchedRun(
    Run run,
    Run counted,
    int calls,
    ThreadPlacement start,
    ThreadPlacement end,
    long compiledMs,
    long collections,
    ThreadTimes times,
    ThreadWaits waits) {

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();
  private static final double COMPILER_SHARE = 0.005;

  /** A thread that was off the processor for less of a run has lost nothing worth a word. */
  static final double WAIT_SHARE = 0.02;

  /** A shorter wait says nothing. */
  private static final double MIN_WAIT_SECONDS = 1e-3;

  /** A run of which less remains is taken whole: what is left may have been chosen by chance. */
  private static final double MIN_SHARE = 0.2;

  /**
   * Runs the pieces on the calling thread, and observes compilers, collections and waits beside
   * them.
   */
  public static WatchedRun of(Supplier<Run> piece, int pieces) {
    ThreadWaits waits = ThreadWaits.now();
    ThreadPlacement start = ThreadPlacement.now();
    long compiledMs = Compilers.finishedMs();
    long collections = collectionsNow();
    ThreadTimes times = ThreadTimes.now();
    Run run = piece.get(); // the first one warms up what runs between two of them
    Run counted = Run.NONE;
    int calls = 0;
    for (int i = 1; i < pieces; i++) {
      long cpuNs = ThreadTimes.cpuNow();
      Run part = piece.get();
      cpuNs = ThreadTimes.cpuNow() - cpuNs; // 0 if not known
      run = run.plus(part);
      if (cpuNs == 0 || Math.abs(part.wallNs() - cpuNs) < WAIT_SHARE * part.wallNs()) {
        counted = counted.plus(part);
        calls++;
      }
    }
    if (calls < MIN_SHARE * pieces || run.jumped()) { // one piece leaves none
      counted = run;
      calls = pieces;
    }
    times = ThreadTimes.now().since(times);
    compiledMs = Compilers.finishedMs() - compiledMs;
    collections = collectionsNow() - collections;
    ThreadPlacement end = ThreadPlacement.now();
    waits = ThreadWaits.now().since(waits);
    return new WatchedRun(run, counted, calls, start, end, compiledMs, collections, times, waits);
  }

  private static long collectionsNow() {
    long count = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      count += Math.max(0, collector.getCollectionCount()); // -1 if not known
    }
    return count;
  }

  /**
   * Returns whether the compiler worked for so long that the code may have changed during the run.
   */
  public boolean wasCompiling() {
    return compiledMs * 1e6 > COMPILER_SHARE * run.wallNs();
  }

  /** Returns whether its number may not be the operation's own. */
  public boolean isDisturbed() {
    return wasCompiling()
        || isWhole() && (collections > 0 || end.movesSince(start) > 0 || waited() > WAIT_SHARE);
  }

  /**
   * Returns whether all of it counts. Otherwise the pieces without an interruption do: in a
   * collection the thread is stopped as by another process.
   */
  boolean isWhole() {
    return counted.equals(run);
  }

  /** Returns the share of the whole run in which the thread was off the processor. */
  private double waited() {
    return 1 - cpuSeconds() / (run.wallNs() * 1e-9);
  }

  /**
   * Returns whether the thread waited for at least a millisecond, and for longer than it ran by the
   * timer's clock. Time in the queue for a processor is no wait.
   *
   * @param times by how many times longer
   */
  public boolean hasWaited(double times) {
    if (waits.queuedNs() < 0 && waits.waits() == 0) {
      return false;
    }
    double seconds = run.wallNs() * 1e-9 - cpuSeconds() - Math.max(0, waits.queuedNs()) * 1e-9;
    return seconds > MIN_WAIT_SECONDS && seconds > times * run.seconds();
  }

  /**
   * Returns the thread's seconds on a processor, by the timer's clock if the JVM does not report
   * them.
   */
  public double cpuSeconds() {
    return times.cpuNs() < 0 ? run.seconds() : times.cpuNs() * 1e-9;
  }
}
