package org.cyclecounter.bench;

import org.cyclecounter.bench.timer.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the time and the cycles that have passed. A timer may be read by any thread, but many
 * clocks and counters belong to a thread: two readings mean something together when one thread made
 * them.
 */
public interface BenchTimer extends AutoCloseable {

  /** The system property that configures timers where the program does not. */
  String PROPERTY = Timers.PROPERTY;

  /** The environment variable that configures timers where neither program nor property does. */
  String VARIABLE = Timers.VARIABLE;

  /**
   * Makes a timer of a clock and a counter of cycles.
   *
   * <p>The configuration is for the program's user to set, on a command line: words with white
   * space between them. Of the subtimers a word lists, the first that initialises is taken.
   *
   * <ul>
   *   <li>{@code clock=NAME,...}: {@code posix-thread-cputime}, the calling thread's time on a
   *       processor; {@code stdc-clock}, that of the whole process; {@code monotonic}, the time
   *       that passes. By default the first two, in this order.
   *   <li>{@code cycle=NAME,...}: {@code linux-perf-event}, the calling thread's core cycles (the
   *       selector's counter {@code default-perfevent}); {@code x86-rdtsc}, ticks of the time-stamp
   *       counter, not scaled ({@code amd64-tsc} or {@code x86-tsc}); {@code null}, no cycles; or
   *       any of the selector's counters by its name, in estimated cycles. By default the first
   *       three, in this order. Should a counter be lost while {@link Bench} measures, the next of
   *       the list takes its place.
   *   <li>{@code list}: print the subtimers of this machine to standard output first.
   * </ul>
   *
   * <p>A subtimer that is not known here is skipped with a warning in the log.
   *
   * @param config the configuration; null for what the system property {@value #PROPERTY} says,
   *     else the environment variable {@value #VARIABLE}, else the defaults
   * @return a new timer
   * @throws IllegalArgumentException if the configuration is wrong; the message names the word
   * @throws BenchException if no clock or no counter that was asked for is known and initialises;
   *     the message has the reason of each
   */
  static BenchTimer create(@Nullable String config) {
    return ConfiguredTimer.of(config);
  }

  /**
   * Describes the timer.
   *
   * @return the clock and the counter in use, and why others that were asked for are not
   */
  String describe();

  /**
   * Reads the clock and the counter. Never fails: what cannot be read is not valid.
   *
   * @return the reading
   */
  BenchTime now();

  /** Releases what the timer holds. Its readings are not valid from then on. */
  @Override
  void close();
}
