package org.cyclecounter.selector.scoring;

import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/**
 * What a counter is where a program reads it: in compiled Java code, linked as a chosen counter is.
 *
 * @param precision the smallest positive difference; null for a counter that has been measured from
 *     Java at first
 * @param observedHz the rate at which it was seen to tick, in Hz; NaN where it did not move
 * @param events the state of the thread's perf events after that; null where there are none
 */
public record JavaMeasurement(
    @Nullable Precision precision, double observedHz, @Nullable EventState events) {

  /**
   * Why the counter cannot be used after all.
   *
   * @return whether it stood still at times
   */
  public boolean standsStill() {
    return precision != null && precision.problem() == Precision.Problem.STANDS_STILL_AT_TIMES;
  }

  /**
   * Whether its events were off the PMU for a part of the time.
   *
   * @return true if they were
   */
  public boolean isShared() {
    return Measurement.isShared(events);
  }

  /**
   * What keeps it from working where a program reads it, where that could be changed.
   *
   * @return null where nothing is known of it
   */
  public @Nullable Obstacle obstacle() {
    return isShared() ? Obstacle.SHARED : standsStill() ? Obstacle.STANDS_STILL : null;
  }
}
