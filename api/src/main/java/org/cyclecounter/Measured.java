// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The measurements of a counter that works. Immutable.
 *
 * @param differenceInC the smallest positive difference between adjacent readings made in C, in
 *     cycles after scaling, without a penalty; the basis of selection, as in libcpucycles; empty
 *     for a counter that is not a C function, and on a platform without a native library
 * @param differenceFromJava the same for readings made in compiled Java code, as a program sees
 *     them; empty if not measured
 * @param nanosPerRead the wall time of a read in nanoseconds: the mean of the fastest run of 1001
 *     adjacent readings
 * @param observedHz the counter's rate in ticks per second before scaling, while a thread computed
 *     for 1.5 ms: relative to the monotonic clock, or for a counter made of perf events to the
 *     thread's running time; unlike {@link CycleCounter#cyclesPerSecond()} it is measured, and
 *     varies between runs for an on-core counter; empty if not observed
 * @param sharedFraction the fraction of the time, from 0 to 1, for which the counter's perf events
 *     were on the PMU while it was measured: less than 1 if they shared it; empty for a counter
 *     that is not made of perf events
 * @since 0.1.0
 */
public record Measured(
    OptionalLong differenceInC,
    OptionalLong differenceFromJava,
    double nanosPerRead,
    OptionalDouble observedHz,
    OptionalDouble sharedFraction) {

  // Checks that nothing is missing.
  public Measured {
    Objects.requireNonNull(differenceInC, "differenceInC");
    Objects.requireNonNull(differenceFromJava, "differenceFromJava");
    Objects.requireNonNull(observedHz, "observedHz");
    Objects.requireNonNull(sharedFraction, "sharedFraction");
  }
}
