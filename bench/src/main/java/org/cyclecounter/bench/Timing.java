// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Locale;
import java.util.Objects;
import org.cyclecounter.Counted;
import org.jspecify.annotations.Nullable;

/**
 * The time and cycles of a run, without the harness's cost. A function that does next to nothing
 * may therefore be slightly below zero.
 *
 * @param n operations: the iterations of the run, times the base
 * @param seconds the time of the whole run
 * @param cycles the cycles of the whole run
 * @param timeValid whether {@code seconds} means anything
 * @param cyclesValid whether {@code cycles} means anything
 * @param clock the clock subtimer's name, such as {@code "posix-thread-cputime"}; empty if the
 *     timer was not made by {@link BenchTimer#create}
 * @param counter the selector's counter that was read, such as {@code "amd64-tsc"}; {@code "null"},
 *     as in the configuration, if no cycles are counted; empty if the timer was not made by {@link
 *     BenchTimer#create}
 * @param counted the kind of its cycles; different kinds cannot be compared; null if no cycles are
 *     counted or the kind is unknown
 * @param disturbed whether it was preempted, moved to another processor, or ran beside a compiler
 *     or a garbage collector
 * @param compiled whether the compilers, and the speed, had settled before the run, or it was too
 *     slow to wait for them; if not, the numbers may be those of code that is not compiled yet
 * @since 0.1.0
 */
public record Timing(
    double n,
    double seconds,
    double cycles,
    boolean timeValid,
    boolean cyclesValid,
    String clock,
    String counter,
    @Nullable Counted counted,
    boolean disturbed,
    boolean compiled) {

  // Checks that nothing is missing.
  public Timing {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(counter, "counter");
  }

  /**
   * Creates a timing that does not say what was counted.
   *
   * @param n operations
   * @param seconds the time of the whole run
   * @param cycles the cycles of the whole run
   * @param timeValid whether {@code seconds} means anything
   * @param cyclesValid whether {@code cycles} means anything
   */
  public Timing(double n, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {
    this(n, seconds, cycles, timeValid, cyclesValid, "", "", null, false, true);
  }

  /**
   * Returns the time of one operation.
   *
   * @return seconds, NaN if the time is not valid
   */
  public double secondsPerOperation() {
    return timeValid ? seconds / n : Double.NaN;
  }

  /**
   * Returns the cycles of one operation.
   *
   * @return cycles, NaN if they are not valid
   */
  public double cyclesPerOperation() {
    return cyclesValid ? cycles / n : Double.NaN;
  }

  /**
   * Returns a description, such as {@code 1000000 operations, each 20.41 cycles by
   * default-perfevent (core cycles in user mode) and 6.80 ns by posix-thread-cputime}.
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.0f operations, each %s%s%s and %s%s",
        n,
        cyclesValid
            ? String.format(Locale.ROOT, "%.2f cycles", cyclesPerOperation())
            : "no valid cycles",
        by(counter),
        counted == null ? "" : " (" + counted + ")",
        timeValid
            ? String.format(Locale.ROOT, "%.2f ns", secondsPerOperation() * 1e9)
            : "no valid time",
        by(clock));
  }

  private static String by(String subtimer) {
    return subtimer.isEmpty() ? "" : " by " + subtimer;
  }
}
