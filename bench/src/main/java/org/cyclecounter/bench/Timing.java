package org.cyclecounter.bench;

import java.util.Locale;
import java.util.Objects;
import org.cyclecounter.Counted;
import org.jspecify.annotations.Nullable;

/**
 * What a run took, with the harness's own cost taken out. A function that does next to nothing may
 * therefore come out slightly below zero.
 *
 * @param n operations: the iterations of the run, times the base
 * @param seconds the time of the whole run
 * @param cycles the cycles of the whole run
 * @param timeValid whether {@code seconds} means anything
 * @param cyclesValid whether {@code cycles} means anything
 * @param clock the clock subtimer's name, such as {@code "posix-thread-cputime"}; empty where the
 *     timer is not one of {@link BenchTimer#create}
 * @param counter the cycle subtimer's name, such as {@code "linux-perf-event"}, or the name of the
 *     selector's counter that has taken a lost one's place; {@code "null"}, as in the
 *     configuration, where no cycles are counted; empty where the timer is not one of {@link
 *     BenchTimer#create}
 * @param counted what its cycles are: cycles of different kinds cannot be compared; null where no
 *     cycles are counted, and where that is not known
 */
public record Timing(
    double n,
    double seconds,
    double cycles,
    boolean timeValid,
    boolean cyclesValid,
    String clock,
    String counter,
    @Nullable Counted counted) {

  // Checks that nothing is missing.
  public Timing {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(counter, "counter");
  }

  /**
   * A timing that does not say what was counted.
   *
   * @param n operations
   * @param seconds the time of the whole run
   * @param cycles the cycles of the whole run
   * @param timeValid whether {@code seconds} means anything
   * @param cyclesValid whether {@code cycles} means anything
   */
  public Timing(double n, double seconds, double cycles, boolean timeValid, boolean cyclesValid) {
    this(n, seconds, cycles, timeValid, cyclesValid, "", "", null);
  }

  /**
   * The time of one operation.
   *
   * @return seconds, NaN when the time is not valid
   */
  public double secondsPerOperation() {
    return timeValid ? seconds / n : Double.NaN;
  }

  /**
   * The cycles of one operation.
   *
   * @return cycles, NaN when they are not valid
   */
  public double cyclesPerOperation() {
    return cyclesValid ? cycles / n : Double.NaN;
  }

  /**
   * For people, such as {@code 1000000 operations, each 20.41 cycles by linux-perf-event (core
   * cycles in user mode) and 6.80 ns by posix-thread-cputime}.
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
