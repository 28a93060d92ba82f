// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.cyclecounter.CycleCounter;
import org.jspecify.annotations.Nullable;

/** A clock and a counter of cycles, read one after the other. */
public final class BuiltInTimer {

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Clock clock;
  private final List<String> passedOver;
  private final Successors successors;
  private volatile Cycles cycles;
  private volatile boolean closed;

  /** Has a timer of this class, always the same: losses are noticed by it between runs. */
  public interface Owner {
    BuiltInTimer builtIn();
  }

  /** What becomes of the numbers of a reading, as those of a BenchTime. */
  @FunctionalInterface
  public interface Maker<T> {
    T of(long seconds, int nanos, long cycles, boolean timeValid, boolean cyclesValid);
  }

  /**
   * What follows a counter that has been taken away.
   *
   * @param names of cycle subtimers, in order
   * @param opener opens one
   */
  record Successors(List<String> names, Timers.Opener<Cycles> opener) {

    /** The first that can be opened; the reasons of the others are added to {@code failed}. */
    Cycles next(List<String> failed) {
      for (String name : names) {
        try {
          return opener.open(name);
        } catch (Unavailable e) {
          failed.add(TimerConfig.quoted(name) + ": " + e.getMessage());
        }
      }
      return Cycles.none();
    }

    /** Those behind a name. */
    Successors after(String name) {
      return new Successors(names.subList(names.indexOf(name) + 1, names.size()), opener);
    }
  }

  BuiltInTimer(Clock clock, Cycles cycles, List<String> passedOver, Successors successors) {
    this.clock = clock;
    this.cycles = cycles;
    this.passedOver = new ArrayList<>(passedOver);
    this.successors = successors;
  }

  /** The clock and the counter in use, and why others that were asked for are not. */
  public synchronized String describe() {
    Cycles now = cycles;
    String used =
        String.format(
            Locale.ROOT,
            "%sclock %s (%s), cycles %s (%s)",
            closed ? "closed: " : "",
            clock.name(),
            clock.description(),
            now.name(),
            now.description());
    return passedOver.isEmpty() ? used : used + "; not " + String.join("; not ", passedOver);
  }

  /** Reads the clock and the counter. Never fails: what cannot be read is not valid. */
  public <T> T read(Maker<T> maker) {
    if (closed) {
      return maker.of(0, 0, 0, false, false);
    }
    long nanos = nanos();
    boolean timeValid = nanos != Clock.UNREADABLE;
    long seconds = timeValid ? Math.floorDiv(nanos, NS_PER_SECOND) : 0;
    int rest = timeValid ? (int) Math.floorMod(nanos, NS_PER_SECOND) : 0;
    CycleCounter counter = cycles.counter();
    if (counter != null) {
      try {
        return maker.of(seconds, rest, counter.cycles(), timeValid, true);
      } catch (IllegalStateException e) {
        // This thread cannot have the counter.
      }
    }
    return maker.of(seconds, rest, 0, timeValid, false);
  }

  private long nanos() {
    try {
      return clock.reading().getAsLong();
    } catch (UnsupportedOperationException e) {
      return Clock.UNREADABLE;
    }
  }

  /** What the timer counts now. */
  public Counting counting() {
    Cycles now = cycles;
    String implementation = now.implementation();
    boolean isOwn = implementation.isEmpty() || now.counters().contains(implementation);
    return new Counting(
        clock.name(),
        isOwn ? now.name() : implementation,
        implementation,
        now.counted(),
        now.rateMeaning(clock.followsThread()));
  }

  /** The part of the time that the counter ran, where others share it; empty if not known. */
  public OptionalDouble sharedFraction() {
    return cycles.sharedFraction();
  }

  /**
   * Notices that the counter has been taken away since, and goes on with another: a sentence
   * without its full stop; null where there was no loss.
   */
  public synchronized @Nullable String lossSince(Counting before) {
    Cycles lost = cycles;
    if (lost.counter() == null || lost.implementation().equals(before.implementation())) {
      return null;
    }
    String reason = before.implementation() + " " + lost.reasonOf(before.implementation());
    if (!lost.accepts(lost.implementation())) {
      passedOver.add(TimerConfig.quoted(before.counter()) + ": " + reason);
      cycles = successors.after(lost.name()).next(passedOver);
    }
    Counting now = counting();
    String next =
        cycles.counter() == null
            ? "no cycles are counted"
            : now.counter() + " counts " + now.counted();
    return "the counter " + before.counter() + " was lost (" + reason + "): from now on " + next;
  }

  /** Ends reading: nothing is valid from then on. */
  public void close() {
    closed = true;
  }
}
