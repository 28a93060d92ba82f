// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.ref.Cleaner;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.selector.selection.Installation;
import org.cyclecounter.selector.selection.ProbeResult;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.jspecify.annotations.Nullable;

/**
 * Closes third parties' counters when nobody can read them any more: one that no bundle has got, as
 * soon as it is not published; one that a bundle has got, when nobody holds it, which only the
 * garbage collector knows. (This project's own have nothing to close.) Thread-safe.
 *
 * <p>Closing a counter that is read may be a fault in its native code, and OSGi does not say when
 * the last holder has let a service go: a bundle may keep the object after {@code ungetService}.
 * Providers' {@code close()} is called without this object's lock.
 */
final class OpenCounters {

  /** The number of uses of each counter: its publication, and those that bundles have got. */
  private final IdentityHashMap<ProbeResult, AtomicInteger> open = new IdentityHashMap<>();

  /** Created, with its thread, when there is something to close. */
  private @Nullable Cleaner cleaner;

  /** Takes charge of the third parties' counters of a selection, successors included. */
  synchronized void add(Ranking ranking) {
    ranking.counters().stream()
        .flatMap(ranked -> ranked.chain().stream())
        .filter(probe -> !probe.candidate().isOurs())
        .forEach(probe -> open.putIfAbsent(probe, new AtomicInteger(1)));
  }

  /**
   * Assembles a counter, and keeps what it reads open, its successors included, for as long as the
   * counter is reachable; null if that has been closed meanwhile. The uses are counted before the
   * first read, which assembling makes. What cleans up must not refer to the counter, or it would
   * never run.
   */
  @Nullable Installation install(RankedCounter ranked) {
    IdentityHashMap<ProbeResult, AtomicInteger> uses = new IdentityHashMap<>();
    synchronized (this) {
      for (ProbeResult probe : ranked.chain()) {
        AtomicInteger number = open.get(probe);
        if (number != null) {
          uses.put(probe, number);
        } else if (!probe.candidate().isOurs()) {
          return null;
        }
      }
      uses.values().forEach(AtomicInteger::incrementAndGet);
    }
    Installation installed = ranked.install();
    if (!uses.isEmpty()) {
      cleaner().register(installed.counter(), () -> uses.forEach(OpenCounters::end));
    }
    return installed;
  }

  /** Ends a use, and closes the counter after the last one. */
  private static void end(ProbeResult probe, AtomicInteger uses) {
    if (uses.decrementAndGet() == 0) {
      probe.close();
    }
  }

  private synchronized Cleaner cleaner() {
    Cleaner current = cleaner;
    if (current == null) {
      current =
          Cleaner.create(
              task -> {
                Thread thread = new Thread(null, task, "cyclecounter-closing", 0, false);
                thread.setDaemon(true);
                thread.setContextClassLoader(null); // a bundle's must not be kept
                return thread;
              });
      cleaner = current;
    }
    return current;
  }

  /** Closes what nobody has got, and leaves the rest to the garbage collector. */
  void closeAllBut(List<RankedCounter> published) {
    IdentityHashMap<ProbeResult, AtomicInteger> dropped;
    synchronized (this) {
      dropped = new IdentityHashMap<>(open);
      published.forEach(ranked -> ranked.chain().forEach(dropped::remove));
      dropped.keySet().forEach(open::remove);
      if (open.isEmpty()) {
        cleaner = null; // its thread ends when there is nothing left to close
      }
    }
    dropped.forEach(OpenCounters::end);
  }
}
