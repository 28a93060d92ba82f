package org.cyclecounter.bench.timer;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.jspecify.annotations.Nullable;

/** A clock and a counter of cycles, read one after the other. */
final class BuiltInTimer implements BenchTimer {

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Clock clock;
  private final List<String> passedOver;
  private final Successors successors;
  private volatile Cycles cycles;
  private volatile boolean closed;

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

  @Override
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

  @Override
  public BenchTime now() {
    if (closed) {
      return new BenchTime(0, 0, 0, false, false);
    }
    long nanos = nanos();
    boolean timeValid = nanos != Clock.UNREADABLE;
    long seconds = timeValid ? Math.floorDiv(nanos, NS_PER_SECOND) : 0;
    int rest = timeValid ? (int) Math.floorMod(nanos, NS_PER_SECOND) : 0;
    CycleCounter counter = cycles.counter();
    if (counter != null) {
      try {
        return new BenchTime(seconds, rest, counter.cycles(), timeValid, true);
      } catch (IllegalStateException e) {
        // This thread cannot have the counter.
      }
    }
    return new BenchTime(seconds, rest, 0, timeValid, false);
  }

  private long nanos() {
    try {
      return clock.reading().nanos();
    } catch (UnsupportedOperationException e) {
      return Clock.UNREADABLE;
    }
  }

  Counting counting() {
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

  OptionalDouble sharedFraction() {
    return cycles.sharedFraction();
  }

  synchronized @Nullable CounterLoss lossSince(Counting before) {
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

  @Override
  public void close() {
    closed = true;
  }
}
