package org.cyclecounter.bench.timer;

import java.util.OptionalDouble;
import org.cyclecounter.bench.BenchTimer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a timer's counter between runs, since readings have no room for what becomes of it.
 * Knows nothing of a timer that is not one of ours.
 */
public final class CounterWatch {

  private final @Nullable BuiltInTimer timer;

  /**
   * Looks after a timer.
   *
   * @param timer any timer
   */
  public CounterWatch(BenchTimer timer) {
    this.timer = timer instanceof BuiltInTimer ours ? ours : null;
  }

  /**
   * What the timer counts now.
   *
   * @return what is known of it
   */
  public Counting counting() {
    return timer == null ? Counting.UNKNOWN : timer.counting();
  }

  /**
   * Notices that the counter has been taken away, and has the timer go on with another.
   *
   * @param before what the timer counted before
   * @return the loss; null where there was none
   */
  public @Nullable CounterLoss lossSince(Counting before) {
    return timer == null ? null : timer.lossSince(before);
  }

  /**
   * The part of the time that the counter ran, where others share it.
   *
   * @return from 0 to 1; empty where that is not known
   */
  public OptionalDouble sharedFraction() {
    return timer == null ? OptionalDouble.empty() : timer.sharedFraction();
  }
}
