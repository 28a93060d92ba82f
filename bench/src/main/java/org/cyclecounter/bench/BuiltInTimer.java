// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.bench.timer.Cycles;
import org.cyclecounter.bench.timer.TimerDescription;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * A clock and a counter of cycles, read one after the other. The counter may be lost and replaced
 * while the timer is in use; {@link CalibratedTimer} looks for that between runs, because two
 * counters' readings cannot be subtracted.
 */
final class BuiltInTimer implements BenchTimer {

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Clock clock;
  private final List<String> passedOver;
  private final List<String> names;
  private final Timers.Opener<Cycles> opener;
  private volatile Cycles cycles;
  private volatile boolean closed;
  private Supplier<String> lack = () -> "";

  /**
   * Creates a timer.
   *
   * @param passedOver subtimers that were preferred, each with the reason why it is not used
   * @param names cycle subtimers in order: those behind the one in use are its successors
   * @param opener opens a successor
   */
  BuiltInTimer(
      Clock clock,
      Cycles cycles,
      List<String> passedOver,
      List<String> names,
      Timers.Opener<Cycles> opener) {
    this.clock = clock;
    this.cycles = cycles;
    this.passedOver = new ArrayList<>(passedOver);
    this.names = names;
    this.opener = opener;
  }

  /** Sets why no cycles are counted although they were wanted, asked for with the first run. */
  BuiltInTimer lacking(Supplier<String> why) {
    lack = why;
    return this;
  }

  /** Returns why no cycles are counted, without a full stop; empty if they are, or not wanted. */
  String lack() {
    return lack.get();
  }

  @Override
  public synchronized String describe() {
    Cycles current = cycles;
    String description =
        String.format(
            Locale.ROOT,
            "%sclock %s (%s), cycles %s (%s)",
            closed ? "closed: " : "",
            clock.name(),
            clock.description(),
            current.counter() == null ? current.name() : current.implementation(),
            current.description());
    return passedOver.isEmpty()
        ? description
        : description + "; not " + String.join("; not ", passedOver);
  }

  // The interval of each reading contains one of the other: calibration finds the cost of both.
  @Override
  public BenchTime now() {
    if (closed) {
      return new BenchTime(0, 0, 0, false, false);
    }
    long nanos = clock.nanos();
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

  /** Describes what the timer counts at present. */
  TimerDescription counting() {
    return cycles.counting(clock);
  }

  /** Returns the fraction of the time that a shared counter ran, 0 to 1; empty if not known. */
  OptionalDouble sharedFraction() {
    return cycles.sharedFraction();
  }

  /**
   * Replaces the counter if it has been lost since an earlier look.
   *
   * @return a sentence without its full stop; null if nothing was lost
   */
  synchronized @Nullable String lossSince(TimerDescription earlier) {
    Cycles lost = cycles;
    if (lost.counter() == null || lost.implementation().equals(earlier.counter())) {
      return null;
    }
    String reason = earlier.counter() + " " + lost.reasonOf(earlier.counter());
    if (!lost.accepts(lost.implementation())) {
      passedOver.add(Timers.passedOver(earlier.counter(), reason));
      cycles = successor(lost.name());
    }
    TimerDescription current = counting();
    String next =
        cycles.counter() == null
            ? "no cycles are counted"
            : current.counter() + " counts " + current.counted();
    return "the counter " + earlier.counter() + " was lost (" + reason + "): from now on " + next;
  }

  private Cycles successor(String lost) {
    for (String name : names.subList(names.indexOf(lost) + 1, names.size())) {
      try {
        return opener.open(name);
      } catch (CounterUnavailableException | IllegalArgumentException e) {
        passedOver.add(Timers.passedOver(name, e.getMessage()));
      }
    }
    return Cycles.none();
  }

  @Override
  public void close() {
    closed = true;
  }
}
