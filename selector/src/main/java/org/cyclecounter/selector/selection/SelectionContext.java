// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.selector.discovery.Candidate;
import org.jspecify.annotations.Nullable;

/**
 * Tells the threads that work for a selection from all others: whatever code runs on them, or on
 * threads that it starts, may use the counter that is just being selected, and must neither wait
 * for it nor begin a selection that begins another.
 */
final class SelectionContext {

  private static final InheritableThreadLocal<SelectionContext> CURRENT =
      new InheritableThreadLocal<>();

  private final @Nullable SelectionContext outer;
  private final boolean shared;
  private volatile @Nullable Candidate candidate;
  private volatile boolean measuring;
  private volatile boolean readShared;
  private volatile boolean ended;

  private SelectionContext(@Nullable SelectionContext outer, boolean shared) {
    this.outer = outer;
    this.shared = shared;
  }

  /**
   * Begins a selection on the calling thread, whether or not it is the one that this process
   * shares.
   */
  static SelectionContext enter(boolean shared) {
    SelectionContext context = new SelectionContext(current(), shared);
    CURRENT.set(context);
    return context;
  }

  /** The calling thread works for this selection no more; others may. */
  void leave() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  /**
   * The selection has ended, on whatever thread; threads that it left behind are like any other.
   */
  void end() {
    ended = true;
    candidate = null;
  }

  private static @Nullable SelectionContext current() {
    return running(CURRENT.get());
  }

  private static @Nullable SelectionContext running(@Nullable SelectionContext from) {
    SelectionContext context = from;
    while (context != null && context.ended) {
      context = context.outer;
    }
    return context;
  }

  /**
   * Whether the calling thread works for the shared selection. If it is measuring a counter, that
   * one is known from now on to be made of the shared counter.
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

  /** Whether this selection was begun by code that runs during another one. */
  boolean isNested() {
    return running(outer) != null;
  }

  /** Whether a selection around this one is opening or measuring that counter. */
  boolean isBeingProbed(Candidate other) {
    for (SelectionContext context = outer; context != null; context = context.outer) {
      Candidate one = context.candidate;
      if (one != null
          && one.name().equals(other.name())
          && one.provider().getClass() == other.provider().getClass()) {
        return true;
      }
    }
    return false;
  }

  void opens(@Nullable Candidate now) {
    candidate = now;
    measuring = false;
    readShared = false;
  }

  void measures() {
    measuring = true;
  }

  /** Whether the counter being measured has asked for the shared counter. */
  boolean hasReadShared() {
    return readShared;
  }
}
