// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.choice;

import org.cyclecounter.selector.discovery.Candidate;
import org.jspecify.annotations.Nullable;

/**
 * Tells the threads that work for a choice from all others: whatever code runs on them, or on
 * threads that it starts, may use the counter that is just being chosen, and must neither wait for
 * it nor begin a choice that begins another.
 */
final class ChoiceContext {

  private static final InheritableThreadLocal<ChoiceContext> CURRENT =
      new InheritableThreadLocal<>();

  private final @Nullable ChoiceContext outer;
  private final boolean shared;
  private volatile @Nullable Candidate candidate;
  private volatile boolean measuring;
  private volatile boolean readShared;
  private volatile boolean ended;

  private ChoiceContext(@Nullable ChoiceContext outer, boolean shared) {
    this.outer = outer;
    this.shared = shared;
  }

  /**
   * Begins a choice on the calling thread, whether or not it is the one that this process shares.
   */
  static ChoiceContext enter(boolean shared) {
    ChoiceContext context = new ChoiceContext(current(), shared);
    CURRENT.set(context);
    return context;
  }

  /** The calling thread works for this choice no more; others may. */
  void leave() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  /** The choice has ended, on whatever thread; threads that it left behind are like any other. */
  void end() {
    ended = true;
    candidate = null;
  }

  private static @Nullable ChoiceContext current() {
    return running(CURRENT.get());
  }

  private static @Nullable ChoiceContext running(@Nullable ChoiceContext from) {
    ChoiceContext context = from;
    while (context != null && context.ended) {
      context = context.outer;
    }
    return context;
  }

  /**
   * Whether the calling thread works for the shared choice. If it is measuring a counter, that one
   * is known from now on to be made of the shared counter.
   */
  static boolean isInsideShared() {
    for (ChoiceContext context = current(); context != null; context = context.outer) {
      if (context.shared && !context.ended) {
        context.readShared |= context.measuring;
        return true;
      }
    }
    return false;
  }

  /** Whether this choice was begun by code that runs during another one. */
  boolean isNested() {
    return running(outer) != null;
  }

  /** Whether a choice around this one is opening or measuring that counter. */
  boolean isBeingTried(Candidate other) {
    for (ChoiceContext context = outer; context != null; context = context.outer) {
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
