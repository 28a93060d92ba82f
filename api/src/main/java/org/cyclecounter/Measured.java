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
 * @param observedHz the counter's own rate, in Hz; empty where it was not observed
 * @param sharedFraction the part of the time, from 0 to 1, that a counter which others share ran;
 *     empty where that is not known
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
