// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.cyclecounter.bench.Interleaving.Listener;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.bench.Interleaving.Task;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.jspecify.annotations.Nullable;

/**
 * Measures pieces of code.
 *
 * <pre>{@code
 * try (Bench bench = Bench.create()) {
 *   Timing timing = bench.measure(n -> {
 *     long x = 3;
 *     for (long i = 0; i < n; i++) {
 *       x *= x;
 *     }
 *     Sink.consume(x);
 *   }, 1);
 *   System.out.println(timing.cyclesPerOperation() + " cycles");
 * }
 * }</pre>
 *
 * <p>Not thread-safe: one thread at a time may use it. The function runs on the calling thread.
 *
 * @since 0.1.0
 */
public final class Bench implements AutoCloseable {

  /** Limit of repetitions of all rounds; they are repeated if the counter was lost in one. */
  private static final int MAX_RESTARTS = 3;

  private final BenchTimer timer;
  private final CalibratedTimer calibrated;
  private double targetSeconds = 1.0;
  private int rounds = 15;
  private RunWarnings warnings = new RunWarnings(null);
  private boolean closed;

  private Bench(BenchTimer timer, PreparationClock clock) {
    this.timer = timer;
    calibrated = new CalibratedTimer(timer, clock);
  }

  /**
   * Creates a bench with the timer that the user configured, or the default.
   *
   * @return a new bench
   * @throws IllegalArgumentException if the user's configuration is wrong
   * @throws BenchException if the timer cannot be created
   */
  public static Bench create() {
    return create(null);
  }

  /**
   * Creates a bench with a timer, which it owns and closes.
   *
   * @param timer the timer; null to create one, as {@link #create()} does
   * @return a new bench
   * @throws IllegalArgumentException if the timer is null and the user's configuration is wrong
   * @throws BenchException if the timer is null and none can be created
   */
  public static Bench create(@Nullable BenchTimer timer) {
    return create(timer, PreparationClock.REAL);
  }

  /** Creates a bench that calibrates and warms up for as long as a clock of the caller's says. */
  static Bench create(@Nullable BenchTimer timer, PreparationClock clock) {
    return new Bench(timer == null ? BenchTimer.create(null) : timer, clock);
  }

  /**
   * Sets the target duration of the measured run.
   *
   * @param seconds by the timer's clock; default 1.0
   * @return this
   * @throws IllegalArgumentException if it is not positive and finite
   */
  public Bench targetSeconds(double seconds) {
    requirePositive("targetSeconds", seconds);
    targetSeconds = seconds;
    return this;
  }

  /**
   * Registers a listener for warnings: disturbances of a measurement, and a counter that was lost,
   * shared, or stood still. Without a listener they go to the logger {@code
   * org.cyclecounter.bench}: at warning level if a number is wrong, otherwise at debug level.
   *
   * @param listener receives a sentence, on the measuring thread
   * @return this
   */
  public Bench onWarning(Consumer<String> listener) {
    warnings = new RunWarnings(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Measures the cost of the harness, which takes about 0.25 s, the first of a JVM up to 0.7 s;
   * further calls return the first one's result. {@link #measure} calls it if necessary.
   *
   * @return whether at least the clock is usable; a clock that never advanced is not, but {@link
   *     #measure} tries it again
   * @throws BenchException if the thread is interrupted; the calibration is then discarded
   * @throws IllegalStateException if this is closed
   */
  public boolean calibrate() {
    requireOpen();
    if (!calibrated()) {
      calibrated.prepare(warnings);
    }
    return clockOk();
  }

  /**
   * Returns whether calibration has been attempted.
   *
   * @return false before the first call of {@link #calibrate()}, {@link #measure} or {@link
   *     #compare}; mLib's BTF_CLB
   */
  public boolean calibrated() {
    return !calibrated.calibration().equals(Calibration.NONE);
  }

  /**
   * Returns whether calibration found the clock usable.
   *
   * @return false before calibration; mLib's BTF_TIMEOK
   */
  public boolean clockOk() {
    return calibrated.calibration().time().valid();
  }

  /**
   * Returns whether calibration found cycles countable.
   *
   * @return false before calibration; mLib's BTF_CYOK
   */
  public boolean cyclesOk() {
    return calibrated.calibration().cycles().valid();
  }

  /**
   * Returns the target duration of the measured run.
   *
   * @return seconds by the timer's clock; mLib's target_s
   */
  public double targetSeconds() {
    return targetSeconds;
  }

  /**
   * Runs the function with growing n until a run takes at least the target divided by the square
   * root of two. If a single operation takes that long, and a tenth of a second, it runs once,
   * without warm-up.
   *
   * @param function what to measure
   * @param base the operations or units per iteration, such as the bytes that it processes
   * @return the time and cycles of that run, for n times base operations, without the harness's
   *     cost
   * @throws IllegalArgumentException if base is not positive and finite
   * @throws NullPointerException if the function is null
   * @throws BenchException if nothing could be measured
   * @throws IllegalStateException if this is closed
   */
  public Timing measure(BenchFunction function, double base) {
    Objects.requireNonNull(function, "the function to measure is null");
    return prepare(new Subject("", function, base, "operation")).first();
  }

  /**
   * Measures subjects in turns, as {@link Interleaving} does: in each round every subject runs
   * once, and each round begins with a different one. Each run takes about the target, so the whole
   * takes the target times the rounds times the subjects; up to twice that, or four times, if runs
   * are disturbed. A run is made in pieces of a millisecond, of which those that were preempted do
   * not count; a run that was disturbed nevertheless is repeated, and counts only if all were.
   *
   * @param subjects what to compare; the first is the baseline
   * @return medians, spreads and differences
   * @throws IllegalArgumentException if there is none
   * @throws BenchException if a subject could not be measured
   * @throws IllegalStateException if this is closed
   */
  public Comparison compare(Subject... subjects) {
    if (subjects.length == 0) {
      throw new IllegalArgumentException("compare needs at least one subject");
    }
    requireOpen();
    List<Subject> all = List.of(subjects);
    List<Outcome> outcomes = interleaved(all);
    // Cycles of two counters cannot be compared: the one in use may have been lost in between.
    for (int i = 0; i < MAX_RESTARTS && !haveOneCounter(outcomes); i++) {
      outcomes = interleaved(all);
    }
    return Comparison.of(all, outcomes);
  }

  private List<Outcome> interleaved(List<Subject> subjects) {
    List<Task> tasks =
        subjects.stream().map(subject -> new Task(subject.name(), () -> subject)).toList();
    // Never closed, as it would close this bench, too.
    try {
      return new Interleaving(() -> this, null, new Listener() {})
          .measure(tasks, rounds, Double.POSITIVE_INFINITY);
    } catch (InterruptedException e) {
      throw new AssertionError("without a limit nothing waits", e);
    }
  }

  private static boolean haveOneCounter(List<Outcome> outcomes) {
    return outcomes.stream()
            .flatMap(outcome -> outcome.timings().stream())
            .map(Timing::counter)
            .distinct()
            .count()
        == 1;
  }

  /**
   * Sets how often {@link #compare} measures each subject.
   *
   * @param rounds 15 unless set; with fewer than eight no difference can be told from noise
   * @return this
   * @throws IllegalArgumentException if it is not positive
   */
  public Bench rounds(int rounds) {
    if (rounds <= 0) {
      throw new IllegalArgumentException("rounds must be positive, not " + rounds);
    }
    this.rounds = rounds;
    return this;
  }

  /** Warms a subject up and finds how often to do it for the target, as {@link #measure} does. */
  PreparedSubject prepare(Subject subject) {
    requireOpen();
    return new PreparedSubject(calibrated, targetSeconds, warnings, subject);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This Bench is closed: make a new one.");
    }
  }

  static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be positive and finite, not " + value);
    }
  }

  /** Closes the timer. The results of calibration stay available. */
  @Override
  public void close() {
    closed = true;
    timer.close();
  }
}
