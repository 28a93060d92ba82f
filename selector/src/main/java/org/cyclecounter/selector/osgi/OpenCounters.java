// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.ref.Cleaner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.selector.selection.CandidateState;
import org.cyclecounter.selector.selection.Installation;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.jspecify.annotations.Nullable;

/**
 * Closes third parties' counters that can no longer be read: a counter that no bundle has got, as
 * soon as it is not published; any other, when it is unreachable ({@link Cleaner}). (This project's
 * own have nothing to close.) Thread-safe.
 *
 * <p>Closing a counter that is read may be a fault in its native code, and OSGi does not say when
 * the last holder has let a service go: a bundle may keep the object after {@code ungetService}.
 * Providers' {@code close()} is called without this object's lock.
 */
final class OpenCounters {

  /** The number of uses of each counter: its publication, and those that bundles have got. */
  private final Map<CandidateState, AtomicInteger> open = new HashMap<>();

  /** Created, with its thread, when there is something to close. */
  private @Nullable Cleaner cleaner;

  /** Takes charge of the third parties' counters of a selection, successors included. */
  synchronized void add(Ranking ranking) {
    ranking.counters().stream()
        .flatMap(ranked -> ranked.chain().stream())
        .filter(state -> !state.candidate().isOurs())
        .forEach(state -> open.putIfAbsent(state, new AtomicInteger(1)));
  }

  /**
   * Assembles a counter, and keeps what it reads open, its successors included, for as long as the
   * counter is reachable; null if one of its sources has been closed meanwhile. The uses are
   * counted before the first read, which assembling makes. The cleaning task must not refer to the
   * counter, or it would never run.
   */
  @Nullable Installation install(RankedCounter ranked) {
    Map<CandidateState, AtomicInteger> uses;
    Cleaner closing;
    synchronized (this) {
      for (CandidateState state : ranked.chain()) {
        if (!state.candidate().isOurs() && !open.containsKey(state)) {
          return null;
        }
      }
      uses = new HashMap<>(open);
      uses.keySet().retainAll(ranked.chain());
      uses.values().forEach(AtomicInteger::incrementAndGet);
      if (cleaner == null && !uses.isEmpty()) {
        cleaner = Cleaner.create(work -> SelectionScheduler.daemon("cyclecounter-closing", work));
      }
      closing = cleaner;
    }
    Installation installed = ranked.install();
    if (closing != null && !uses.isEmpty()) {
      closing.register(installed.counter(), () -> uses.forEach(OpenCounters::end));
    }
    return installed;
  }

  /** Ends a use, and closes the counter after the last one. */
  private static void end(CandidateState state, AtomicInteger uses) {
    if (uses.decrementAndGet() == 0) {
      state.close();
    }
  }

  /** Closes the counters that no bundle has got, and leaves the rest to the garbage collector. */
  void closeAllBut(List<RankedCounter> published) {
    Map<CandidateState, AtomicInteger> dropped;
    synchronized (this) {
      dropped = new HashMap<>(open);
      published.forEach(ranked -> dropped.keySet().removeAll(ranked.chain()));
      open.keySet().removeAll(dropped.keySet());
      if (open.isEmpty()) {
        cleaner = null; // its thread ends when there is nothing left to close
      }
    }
    dropped.forEach(OpenCounters::end);
  }
}
