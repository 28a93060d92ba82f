// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a counter as a program reads it: in compiled Java code, linked as a selected
 * counter is. Made for reports only: compiling the loop takes milliseconds, which a first reading
 * does not pay for.
 *
 * @param precision the smallest positive difference; null for a counter that has been measured from
 *     Java at first
 * @param typicalCycles the median difference of the last readings; 0 without a precision
 * @param observedHz the rate at which it was seen to tick, in Hz; NaN where it did not move
 * @param events the state of the thread's perf events after that; null where there are none
 * @param notLinked why it was read through JNI, one clause; empty where it was not, or where this
 *     Java has no cheaper way
 */
public record JavaMeasurement(
    @Nullable Precision precision,
    long typicalCycles,
    double observedHz,
    @Nullable EventState events,
    String notLinked) {

  /**
   * Returns the obstacle to its use in a program; null if there is none, or none that could be
   * changed.
   */
  public @Nullable Obstacle obstacle() {
    if (Measurement.isShared(events)) {
      return Obstacle.SHARED;
    }
    return precision == null ? null : precision.obstacle();
  }
}
