package org.cyclecounter.bench.timer;

import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;

/** A clock and a counter of cycles, read one after the other. */
final class BuiltInTimer implements BenchTimer {

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Clock clock;
  private final Cycles cycles;
  private final List<String> passedOver;
  private volatile boolean closed;

  BuiltInTimer(Clock clock, Cycles cycles, List<String> passedOver) {
    this.clock = clock;
    this.cycles = cycles;
    this.passedOver = List.copyOf(passedOver);
  }

  @Override
  public String describe() {
    String used =
        "clock "
            + clock.name()
            + " ("
            + clock.description()
            + "), cycles "
            + cycles.name()
            + " ("
            + cycles.description()
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

  RateMeaning rateMeaning() {
    if (cycles.counter() == null) {
      return RateMeaning.NOTHING;
    }
    if (cycles.sort() == Cycles.Sort.CORE) {
      // Beside a clock that runs on while the thread does not, fewer cycles may mean either.
      return clock.followsThread() ? RateMeaning.FREQUENCY : RateMeaning.UNKNOWN;
    }
    return clock.followsThread() && cycles.sort() == Cycles.Sort.CLOCK
        ? RateMeaning.WAITING
        : RateMeaning.NOTHING;
  }

  @Override
  public void close() {
    closed = true;
  }
}
