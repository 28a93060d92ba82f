// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import org.jspecify.annotations.Nullable;

/**
 * The threads that work for one selection: the thread that has entered the scope, and all threads
 * that it starts. Code that runs on them (a provider, a logger, an agent's class transformer) may
 * read the counter that is being selected, or select another one. It gets a clock instead: a wait
 * for the selection would be a deadlock, and selections inside selections would never end.
 *
 * <p>Fields are volatile because the thread that runs the selection writes them, and the worker's
 * threads read them.
 */
public final class SelectionScope implements AutoCloseable {

  /**
   * The calling thread's scope, which may have ended; null for none. Third-party code hands it on
   * to the threads that it starts, and so does a {@link SelectionThread}.
   */
  static final ThreadLocal<@Nullable SelectionScope> CURRENT = new InheritableThreadLocal<>();

  /** Small enough for G1, which needs a region of its own for a large array. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** As much as a selection allocates, of which it keeps 0.3 MB: 2 MB. */
  private static final int SELECTION_CHUNKS = 32;

  private static final long MUCH_BYTES = 8L << 20;

  /** True from the first read of a counter in this process to the end of its probe. */
  private volatile boolean isMeasuring;

  private volatile boolean hasReadShared;
  private volatile boolean hasEnded;
  private volatile boolean isCancelled;

  private SelectionScope() {}

  /**
   * Throws an {@link OutOfMemoryError} if the heap has no room for a few classes and objects: later
   * a static initialiser might throw it, whose class could never be used again. Loads no class.
   * Allocates only if little is free: it would cost a first reading a millisecond.
   *
   * @param chunks of 64 KiB; 1 for a few classes
   */
  public static void requireRoom(int chunks) {
    Runtime heap = Runtime.getRuntime();
    if (heap.maxMemory() - heap.totalMemory() + heap.freeMemory() < MUCH_BYTES) {
      byte[][] unusedRoom = new byte[chunks][CHUNK_BYTES];
    }
  }

  /**
   * Begins a selection on the calling thread, which is in no other one, and on all threads that it
   * starts from now on.
   *
   * @throws OutOfMemoryError if the heap has no room for a selection
   */
  public static SelectionScope enter() {
    requireRoom(SELECTION_CHUNKS);
    SelectionScope scope = new SelectionScope();
    CURRENT.set(scope);
    return scope;
  }

  /**
   * Returns true if the calling thread works for a selection that has not ended. Called when
   * CpuCycles is used: if that happens while a counter is measured, the counter reads CpuCycles.
   */
  public static boolean isInside() {
    SelectionScope scope = CURRENT.get();
    if (scope == null || scope.hasEnded) {
      return false;
    }
    if (scope.isMeasuring) {
      scope.hasReadShared = true;
    }
    return true;
  }

  /** Notes that the reads of an open counter begin, or that its probe has ended. */
  public void measuring(boolean now) {
    if (now) {
      hasReadShared = false;
    }
    isMeasuring = now;
  }

  /**
   * Returns true if CpuCycles was read while a counter was measured: the one for which {@link
   * #measuring} was called last.
   */
  public boolean hasReadShared() {
    return hasReadShared;
  }

  /**
   * Ends the selection, on any thread. Threads that it left behind, such as one that a provider
   * started, keep this scope for ever; from now on they wait for selections like any other.
   */
  public void end() {
    hasEnded = true;
  }

  /** Cancels the selection: an interrupt ends a wait for one of its tasks from now on. */
  public void cancel() {
    isCancelled = true;
  }

  /** Returns true if the calling thread works for a selection that has been cancelled. */
  static boolean isCurrentCancelled() {
    SelectionScope scope = CURRENT.get();
    return scope != null && scope.isCancelled;
  }

  /** Ends the work of the calling thread for this selection; other threads may still do some. */
  @Override
  public void close() {
    CURRENT.remove();
  }
}
