package org.cyclecounter;

import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The numbers that a selection measured of a counter that works. Immutable.
 *
 * @param differenceInC the smallest positive difference between adjacent readings made in C, in
 *     cycles after scaling, without a penalty: what the choice goes by, as libcpucycles does; empty
 *     for a counter that is no C function, and where there is no native library for the platform
 * @param differenceFromJava the same for readings made in compiled Java code, as a program sees
 *     them; empty where they were not measured
 * @param nanosPerRead the wall-clock time of a read, in nanoseconds: the mean of the quickest run
 *     of 1001 adjacent readings, where the precision was measured
 * @param observedHz the counter's own rate, in ticks per second before scaling, while the selection
 *     had its thread compute for 1.5 ms: by the monotonic clock, for a counter made of perf events
 *     by the time that the thread ran; unlike {@link CycleCounter#cyclesPerSecond()} it is
 *     measured, and an on-core counter's differs from run to run; empty where it was not observed
 * @param sharedFraction the part of the time, from 0 to 1, that the perf events of a counter were
 *     on the PMU while it was measured: less than 1 where they shared it with others; empty for a
 *     counter that is not made of perf events
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
