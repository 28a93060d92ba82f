// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.isolation.LifeThread.TaskEnd;
import org.cyclecounter.spi.TickSource;

/** Two threads of a child JVM that use one open counter at the same time. For one use. */
final class Readers {

  /** Rounds of plain reads and one of each ordered kind: as many reads as a selection makes. */
  private static final int ROUNDS = 2_000;

  private static final int READS_A_ROUND = 50;

  /** The cost of a read, in nanoseconds, above which a round has one of each kind. */
  private static final long SLOW_NS = 1_000_000;

  /** A thread's rounds that overlap the other's; on one processor they rarely overlap. */
  private static final int OVERLAPS = Runtime.getRuntime().availableProcessors() > 1 ? 1_000 : 0;

  /** Bounds the processor time on a busy machine, where two threads may not run together. */
  private static final int MAX_ROUNDS = 4 * ROUNDS;

  private static final int ROUNDS_BEFORE_CLOSE = 3;
  private static final int ROUNDS_AFTER_CLOSE = 20;

  /** The second thread's index, in another cache line than the first one's. */
  private static final int SECOND = 32;

  private final ChildReports reports;
  private final TickSource source;
  private final int readsARound;
  private final long endNs;

  /** The rounds that each thread has done. */
  private final AtomicIntegerArray rounds = new AtomicIntegerArray(2 * SECOND);

  /** The number of threads that still need the other one to read. */
  private final AtomicInteger unfinished = new AtomicInteger(2);

  /**
   * Prepares to read.
   *
   * @param nanosPerRead the cost of a read
   * @param limitMs the step's limit: a slow counter is read for a quarter of it
   */
  Readers(ChildReports reports, TickSource source, long nanosPerRead, long limitMs) {
    this.reports = reports;
    this.source = source;
    readsARound = nanosPerRead < SLOW_NS ? READS_A_ROUND : 1;
    endNs = System.nanoTime() + limitMs * 250_000;
  }

  /** Reads in both threads until each has read often enough while the other did. */
  void readTogether(Class<? extends Exception> allowed) throws TaskEnd {
    endBoth(
        new LifeThread(reports, allowed, thread -> read(thread, 0, SECOND, 0)),
        new LifeThread(reports, allowed, thread -> read(thread, SECOND, 0, 0)));
  }

  /** Closes the counter in one thread while another reads it, and reads on. */
  void close() throws TaskEnd {
    endBoth(
        new LifeThread(
            reports, Exception.class, thread -> read(thread, 0, SECOND, ROUNDS_AFTER_CLOSE)),
        new LifeThread(reports, TaskEnd.class, this::close));
  }

  private void close(LifeThread thread) {
    while (unfinished.get() > 0 && rounds.getOpaque(0) < ROUNDS_BEFORE_CLOSE) {
      LockSupport.parkNanos(LifeThread.PAUSE_NS);
    }
    thread.announce("close()");
    try {
      source.close();
    } finally {
      unfinished.set(0);
    }
    thread.announce(""); // now a read by the other thread may not return
  }

  private void read(LifeThread thread, int own, int other, int roundsAfter) {
    ChildState.useProcessor(own / SECOND); // on a busy machine both may get the same one for long
    int overlaps = 0;
    int left = roundsAfter;
    try {
      // Once in any case: on a busy machine a thread may start late.
      for (int done = 1; done == 1 || left >= 0 && endNs - System.nanoTime() > 0; done++) {
        left -= unfinished.get() > 0 ? 0 : 1;
        int before = rounds.getOpaque(other);
        thread.read(source, readsARound);
        rounds.setOpaque(own, done);
        overlaps += rounds.getOpaque(other) == before ? 0 : 1;
        if (done >= ROUNDS && overlaps >= OVERLAPS || done == MAX_ROUNDS) {
          overlaps = Integer.MIN_VALUE; // once
          unfinished.decrementAndGet();
        }
        if (done > MAX_ROUNDS) { // Linux 6.18 has kept the other one waiting for 37 s
          LockSupport.parkNanos(LifeThread.PAUSE_NS);
        }
      }
    } finally {
      unfinished.set(0);
    }
  }

  private static void endBoth(LifeThread one, LifeThread two) throws TaskEnd {
    one.start();
    two.start();
    try {
      one.end();
    } finally {
      two.end();
    }
  }
}
