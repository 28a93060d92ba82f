// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Two threads on two processors hand a counter's readings to each other, so that each reading is
 * taken after the one before it. The first thread stays where it is, the second one visits the
 * other processors in turn. Readings are those of {@link CycleCounter#start()}: one that the
 * processor may take early would prove nothing.
 *
 * <p>Hazards:
 *
 * <ol>
 *   <li>Threads that are not bound may share one processor, and then compare nothing: the result
 *       says so.
 *   <li>A clock that is wrong by less than a handover takes is not seen to run backwards.
 *   <li>With one processor for both threads each would spin for its whole time slice: hence the
 *       yield.
 * </ol>
 */
final class Crossings {

  /** Handovers of one counter between two processors. */
  private static final int HANDOVERS = 250;

  /** Visits of other processors: all of them up to the limit, few of them several times. */
  private static final int MIN_ROUNDS = 8;

  private static final int MAX_ROUNDS = 32;

  /** A second for all counters together, from the moment this was made. */
  private static final long LIMIT_NS = 1_000_000_000;

  /** Spins before a thread yields: the other one may be waiting for the same processor. */
  private static final int SPINS = 2000;

  private final List<Track> tracks;
  private final Processors processors;

  /** Visits of the second thread; with more processors than visits the last are not visited. */
  private final int rounds;

  private final long endNs = System.nanoTime() + LIMIT_NS;

  /** Set to false by either thread, which the main one reads after both have ended. */
  private volatile boolean isBound = true;

  /**
   * A counter's readings, written by the thread whose turn it is: an even turn is the first
   * thread's. The volatile turn publishes what was written before it.
   */
  private static final class Track {
    final CycleCounter counter;
    final boolean isComparable;

    /** The reading before, of the other thread; in cycles. */
    long last;

    long backwards;

    /** In cycles; less than 1 while none ran backwards. */
    long largestBack;

    /** Readings so far. */
    volatile long turn;

    /** Ends it for both threads: one has no counter, or the other did not answer in time. */
    volatile boolean isOver;

    Track(CycleCounter counter) {
      this.counter = counter;
      isComparable = counter.scope() == Scope.SYSTEM;
      isOver = !isComparable;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread whose turn it is writes
    void read() {
      long reading;
      try {
        reading = counter.start();
      } catch (RuntimeException e) { // no counter for this thread
        isOver = true;
        return;
      }
      long back = last - reading;
      if (turn > 0) {
        backwards += back > 0 ? 1 : 0;
        largestBack = Math.max(largestBack, back);
      }
      last = reading;
      turn++;
    }
  }

  private Crossings(List<CycleCounter> counters, Processors processors) {
    this.processors = processors;
    rounds = Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, processors.count() - 1));
    tracks = counters.stream().map(Track::new).toList();
  }

  /**
   * Observes for at most a second. The crossing is null for a counter whose scope is not the
   * system.
   */
  static List<@Nullable Crossing> of(List<CycleCounter> counters, Processors processors) {
    Crossings crossings = new Crossings(counters, processors);
    if (processors.count() > 1) {
      List<Thread> threads = List.of(crossings.thread(0), crossings.thread(1));
      threads.forEach(Thread::start);
      threads.forEach(thread -> TimeLimit.join(thread, Long.MAX_VALUE));
    }
    List<@Nullable Crossing> results = new ArrayList<>();
    crossings.tracks.forEach(
        track -> results.add(track.isComparable ? crossings.result(track) : null));
    return results;
  }

  private Crossing result(Track track) {
    int visited = Math.min(processors.count(), isBound ? rounds + 1 : 2);
    long handovers = Math.max(0, track.turn - 1); // the first reading has none before it
    return new Crossing(visited, isBound, handovers, track.backwards, track.largestBack);
  }

  /** Threads made for it: a thread stays bound until it ends. */
  private Thread thread(int parity) {
    Thread thread = new Thread(() -> visit(parity), "cyclecounter-crossing-" + (parity + 1));
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs on each of the two threads. Both go through rounds and counters in the same order, so that
   * the turn alone keeps them together; a counter that is over is passed by both.
   */
  private void visit(int parity) {
    for (int round = 0; round < rounds; round++) {
      int other = 1 + round % (processors.count() - 1);
      if (!processors.bind(parity == 0 ? 0 : other)) {
        isBound = false;
      }
      for (Track track : tracks) {
        for (int i = 0; i < HANDOVERS && await(track, parity); i++) {
          track.read();
        }
      }
    }
  }

  /** False where the other thread does not answer in time. */
  @SuppressWarnings("ThreadPriorityCheck") // both threads may have one processor only
  private boolean await(Track track, int parity) {
    for (int spins = 0; !track.isOver; spins++) {
      if ((track.turn & 1) == parity) {
        return true;
      }
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else if (System.nanoTime() - endNs > 0) {
        track.isOver = true;
      } else {
        Thread.yield();
      }
    }
    return false;
  }
}
