// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.support.SelectionThread;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the threads that work for a selection from all others. Code that runs on them, or
 * on threads that it starts (a provider, a logger, an agent's class transformer), may read the
 * counter that is being selected: it must neither wait for it, which would be a deadlock, nor begin
 * a selection that begins another one, without end. Kept in {@link SelectionThread#SELECTION}, so
 * that threads which inherit nothing from their creator have it, too.
 *
 * <p>Contexts are nested: a selection that a provider makes while its counter is being probed has
 * the other selection's context as its outer one. Fields are volatile because the thread that runs
 * the selection writes them, and the worker's threads read them.
 */
public final class SelectionContext implements AutoCloseable {

  /** Small enough for G1, which needs a region of its own for a large array. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** As much as a selection allocates, of which it keeps 0.3 MB: 2 MB. */
  private static final int SELECTION_CHUNKS = 32;

  private static final long MUCH_BYTES = 8L << 20;

  private final @Nullable SelectionContext outer;

  /** True for the selection behind CpuCycles. */
  private final boolean shared;

  /** The counter that is being opened or measured; null between two. */
  private volatile @Nullable Candidate candidate;

  /** True from the first read of that counter in this process. */
  private volatile boolean measuring;

  private volatile boolean readShared;
  private volatile boolean ended;

  private SelectionContext(@Nullable SelectionContext outer, boolean shared) {
    this.outer = outer;
    this.shared = shared;
  }

  /**
   * Throws an {@link OutOfMemoryError} if the heap has no room for a few classes and objects: later
   * a static initialiser might throw it, whose class could never be used again.
   */
  public static void requireRoom() {
    requireRoom(1);
  }

  /** Allocates only if little is free: it would cost a first reading a millisecond. */
  private static void requireRoom(int chunks) {
    // Not by the initialiser of Settings, which needs them: most memory is used to load classes.
    Class<?>[] unused = {Scope.class, Scoring.class, Isolation.class};
    Runtime heap = Runtime.getRuntime();
    if (heap.maxMemory() - heap.totalMemory() + heap.freeMemory() < MUCH_BYTES) {
      byte[][] unusedRoom = new byte[chunks][CHUNK_BYTES];
    }
  }

  /**
   * Begins a selection on the calling thread and all threads that it starts from now on.
   *
   * @param shared true for the selection that this process shares, behind CpuCycles
   * @throws OutOfMemoryError if the heap has no room for a selection
   */
  static SelectionContext enter(boolean shared) {
    SelectionContext context = new SelectionContext(current(), shared);
    SelectionThread.SELECTION.set(context);
    try {
      requireRoom(SELECTION_CHUNKS); // loads classes, at which an agent may read the counter
    } catch (OutOfMemoryError e) {
      context.close();
      throw e;
    }
    return context;
  }

  /**
   * Ends the work of the calling thread for this selection; other threads may still work for it.
   */
  @Override
  public void close() {
    if (outer == null) {
      SelectionThread.SELECTION.remove();
    } else {
      SelectionThread.SELECTION.set(outer);
    }
  }

  /**
   * Ends the selection, on any thread. Threads that it left behind, such as one that a provider
   * started, inherited this context for ever; from now on they wait for selections like any other.
   */
  void end() {
    ended = true;
    candidate = null; // such a thread would keep the provider's class loader
  }

  private static @Nullable SelectionContext current() {
    return running((SelectionContext) SelectionThread.SELECTION.get());
  }

  private static @Nullable SelectionContext running(@Nullable SelectionContext from) {
    SelectionContext context = from;
    while (context != null && context.ended) {
      context = context.outer;
    }
    return context;
  }

  /**
   * Returns true if the calling thread works for the shared selection. Called when CpuCycles is
   * used: if that happens while a counter is being measured, the counter is known from now on to
   * read CpuCycles itself.
   */
  static boolean isInsideShared() {
    for (SelectionContext context = current(); context != null; context = context.outer) {
      if (context.shared && !context.ended) {
        context.readShared |= context.measuring;
        return true;
      }
    }
    return false;
  }

  /** Returns true if code that runs during another selection began this one. */
  boolean isNested() {
    return running(outer) != null;
  }

  /**
   * Returns true if a selection around this one is opening or measuring that counter. By name and
   * provider's class, because each selection creates its providers anew.
   */
  boolean isBeingProbed(Candidate other) {
    for (SelectionContext context = outer; context != null; context = context.outer) {
      Candidate current = context.candidate;
      if (current != null
          && current.name().equals(other.name())
          && current.provider().getClass() == other.provider().getClass()) {
        return true;
      }
    }
    return false;
  }

  /** Notes the counter that will be opened; null after its probe. */
  void opens(@Nullable Candidate next) {
    candidate = next;
    measuring = false;
    readShared = false;
  }

  /** Notes that the counter is open, and its reads begin. */
  void measures() {
    measuring = true;
  }

  /** Returns true if the shared counter was read while the current one was being measured. */
  boolean hasReadShared() {
    return readShared;
  }
}
