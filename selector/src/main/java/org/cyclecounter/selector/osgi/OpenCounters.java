// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.ForwardingCounter;
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

  /** The leases of open counters; null until a bundle gets the counter. */
  private final IdentityHashMap<ProbeResult, @Nullable Lease> open = new IdentityHashMap<>();

  /** Created, with its thread, when there is something to close. */
  private @Nullable Cleaner cleaner;

  /** Reachable for as long as somebody may read the counter. */
  static final class Lease {}

  /** Takes charge of the third parties' counters of a selection, successors included. */
  synchronized void add(Ranking ranking) {
    for (RankedCounter ranked : ranking.counters()) {
      for (ProbeResult probe : ranked.chain()) {
        if (!probe.candidate().isOurs()) {
          open.putIfAbsent(probe, null);
        }
      }
    }
  }

  /**
   * Keeps what a counter reads open, its successors included, for as long as the leases are
   * reachable; none for this project's own. Null if that has been closed meanwhile. To be taken
   * before the first read, which assembling the counter makes.
   */
  synchronized @Nullable List<Lease> lease(RankedCounter ranked) {
    List<Lease> leases = new ArrayList<>();
    for (ProbeResult probe : ranked.chain()) {
      if (!probe.candidate().isOurs()) {
        if (!open.containsKey(probe)) {
          return null;
        }
        leases.add(lease(probe));
      }
    }
    return leases;
  }

  /** Wraps a counter, where needed, so that its leases are reachable while it is held. */
  static CycleCounter held(CycleCounter counter, List<Lease> leases) {
    return leases.isEmpty() ? counter : new Held(counter, List.copyOf(leases));
  }

  /**
   * Returns the lease of an open counter. The cleaner's action must not refer to the lease, or it
   * would never run; its thread has no class loader of a bundle's as its context.
   */
  private Lease lease(ProbeResult probe) {
    Lease lease = open.get(probe);
    if (lease == null) {
      lease = new Lease();
      open.put(probe, lease);
      if (cleaner == null) {
        cleaner =
            Cleaner.create(
                task -> {
                  Thread thread = new Thread(null, task, "cyclecounter-closing", 0, false);
                  thread.setDaemon(true);
                  thread.setContextClassLoader(null);
                  return thread;
                });
      }
      cleaner.register(lease, () -> probe.close());
    }
    return lease;
  }

  /** Closes what nobody has got, and leaves the rest to the garbage collector. */
  void closeAllBut(Iterable<RankedCounter> published) {
    Set<ProbeResult> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    published.forEach(ranked -> kept.addAll(ranked.chain()));
    List<ProbeResult> unused = new ArrayList<>();
    synchronized (this) {
      open.entrySet()
          .removeIf(
              entry -> {
                if (kept.contains(entry.getKey())) {
                  return false;
                }
                if (entry.getValue() == null) {
                  unused.add(entry.getKey());
                }
                return true;
              });
      if (open.values().stream().allMatch(Objects::isNull)) {
        cleaner = null; // its thread ends when all leases have ended
      }
    }
    unused.forEach(ProbeResult::close);
  }

  /**
   * A third party's counter that a bundle has got. A record: the compiler trusts its fields to be
   * constant. A class that is first needed after the bundle has gone cannot be loaded any more; the
   * three reads are written out, so that the compiler sees through them.
   *
   * @param leases keep what is read open: the counter's and its successors'
   */
  private record Held(CycleCounter counter, List<Lease> leases) implements ForwardingCounter {
    @Override
    public CycleCounter wrapped() {
      return counter;
    }

    @Override
    public long cycles() {
      try {
        return counter.cycles();
      } catch (LinkageError e) {
        throw gone(e);
      }
    }

    @Override
    public long start() {
      try {
        return counter.start();
      } catch (LinkageError e) {
        throw gone(e);
      }
    }

    @Override
    public long stop() {
      try {
        return counter.stop();
      } catch (LinkageError e) {
        throw gone(e);
      }
    }

    private static IllegalStateException gone(LinkageError e) {
      return new IllegalStateException(
          "this counter's bundle has gone before all of its classes were loaded; get the service"
              + " anew",
          e);
    }
  }
}
