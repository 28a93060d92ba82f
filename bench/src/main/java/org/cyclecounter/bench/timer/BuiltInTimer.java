package org.cyclecounter.bench.timer;

import java.util.ArrayList;
import java.util.List;
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

  /**
   * Something that has a timer of this class.
   *
   * <p>It is how losses are noticed between runs: readings have no room for them.
   */
  public interface Owner {

    /**
     * The timer.
     *
     * @return always the same
     */
    BuiltInTimer builtIn();
  }

  /**
   * What becomes of the numbers of a reading.
   *
   * @param <T> a reading's type
   */
  @FunctionalInterface
  public interface Maker<T> {

    /**
     * Makes a reading.
     *
     * @param seconds whole seconds
     * @param nanos nanoseconds on top of them
     * @param cycles cycles
     * @param timeValid whether the first two mean anything
     * @param cyclesValid whether the cycles do
     * @return the reading
     */
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

  /**
   * Describes the timer.
   *
   * @return the clock and the counter in use, and why others that were asked for are not
   */
  public synchronized String describe() {
    Cycles now = cycles;
    String used =
        (closed ? "closed: clock " : "clock ")
            + clock.name()
            + " ("
            + clock.description()
            + "), cycles "
            + now.name()
            + " ("
            + now.description()
            + ")";
    return passedOver.isEmpty() ? used : used + "; not " + String.join("; not ", passedOver);
  }

  /**
   * Reads the clock and the counter. Never fails: what cannot be read is not valid.
   *
   * @param <T> a reading's type
   * @param maker makes a reading
   * @return what it makes
   */
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
      return clock.reading().nanos();
    } catch (UnsupportedOperationException e) {
      return Clock.UNREADABLE;
    }
  }

  /**
   * What the timer counts now.
   *
   * @return what is known of it
   */
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

  /**
   * The part of the time that the counter ran, where others share it.
   *
   * @return from 0 to 1; empty where that is not known
   */
  public OptionalDouble sharedFraction() {
    return cycles.sharedFraction();
  }

  /**
   * Notices that the counter has been taken away, and goes on with another.
   *
   * @param before what was counted before
   * @return the loss; null where there was none
   */
  public synchronized @Nullable CounterLoss lossSince(Counting before) {
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
    return new CounterLoss(
        before.counter(), reason, cycles.counter() == null ? "" : now.counter(), now.counted());
  }

  /** Ends reading: nothing is valid from then on. */
  public void close() {
    closed = true;
  }
}
