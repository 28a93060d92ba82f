// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.List;
import java.util.function.Function;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * Reads elapsed time and cycles. Any thread may read a timer, but many clocks and counters are per
 * thread: subtract only readings made by one thread.
 *
 * @since 0.1.0
 */
public interface BenchTimer extends AutoCloseable {

  /** The system property that configures timers if the program does not. */
  String PROPERTY = "org.cyclecounter.bench.timer";

  /** The environment variable that configures timers if neither program nor property does. */
  String VARIABLE = "CYCLECOUNTER_BENCH_TIMER";

  /** The names of the clock subtimers, in order of preference. */
  List<String> CLOCKS = Clock.NAMES;

  /**
   * Creates a timer from a clock and a cycle counter.
   *
   * <p>The configuration is meant for the program's user: words separated by white space. Of the
   * subtimers that a word lists, the first that initialises is used.
   *
   * <ul>
   *   <li>{@code clock=NAME,...}: {@code posix-thread-cputime}, the calling thread's time on a
   *       processor; {@code stdc-clock}, that of the whole process; {@code monotonic}, wall time.
   *       By default the first two, in this order.
   *   <li>{@code cycle=NAME,...}: {@code linux-perf-event}, the calling thread's core cycles (the
   *       selector's counter {@code default-perfevent}); {@code x86-rdtsc}, ticks of the time-stamp
   *       counter, not scaled ({@code amd64-tsc} or {@code x86-tsc}); {@code null}, no cycles; or
   *       any of the selector's counters by its name, in estimated cycles. By default the first
   *       three, in this order. If a counter is lost while {@link Bench} measures, the next of the
   *       list replaces it.
   *   <li>{@code list}: print the subtimers of this machine to standard output first.
   * </ul>
   *
   * <p>An unknown subtimer is skipped with a warning in the log.
   *
   * @param config the configuration; null to use the system property {@value #PROPERTY}, else the
   *     environment variable {@value #VARIABLE}, else the defaults
   * @return a new timer
   * @throws IllegalArgumentException if the configuration is wrong; the message names the word
   * @throws BenchException if no requested clock or no requested counter is known and initialises;
   *     the message has the reason of each
   */
  static BenchTimer create(@Nullable String config) {
    return Timers.ofThisMachine().create(Timers.configured(config));
  }

  /**
   * Creates a timer with a counter that has been selected.
   *
   * @param clocks names of clock subtimers, of which the first that initialises is used; empty for
   *     the defaults
   * @param counter the counter
   * @return a new timer
   * @throws BenchException if none of the clocks initialises; the message has the reason of each
   */
  static BenchTimer create(List<String> clocks, BenchCounter counter) {
    return Timers.ofThisMachine().create(clocks, counter);
  }

  /**
   * Returns the clocks that the user configured, by the system property or the environment
   * variable, for a program that selects the counter itself.
   *
   * @return names of clock subtimers; empty for the defaults
   * @throws IllegalArgumentException if the configuration is wrong; the message names the word
   */
  static List<String> configuredClocks() {
    return Timers.configured(null).clocks();
  }

  /**
   * Returns the cycle subtimers that the user configured, by the system property or the environment
   * variable, for {@link BenchCounter#preferred(Selected, Function, List)}.
   *
   * @return names of cycle subtimers; empty for the defaults
   * @throws IllegalArgumentException if the configuration is wrong; the message names the word
   */
  static List<String> configuredCycles() {
    return Timers.configured(null).cycles();
  }

  /**
   * Describes the timer.
   *
   * @return the clock and the counter in use, and why other requested ones are not
   */
  String describe();

  /**
   * Reads the clock and the counter. Never fails: a value that cannot be read is marked invalid.
   *
   * @return the reading
   */
  BenchTime now();

  /** Releases the timer's resources. Later readings are not valid. */
  @Override
  void close();
}
