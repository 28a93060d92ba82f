package org.cyclecounter.bench;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.measuring.Warnings;
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
 */
public final class Bench implements AutoCloseable {

  private final BenchTimer timer;
  private final CalibratedTimer calibrated;
  private double targetSeconds = 1.0;
  private int rounds = 15;
  private Warnings warnings = new Warnings(null);
  private boolean closed;

  private Bench(BenchTimer timer) {
    this.timer = timer;
    calibrated = new CalibratedTimer(timer);
  }

  /**
   * Makes one with the timer that the user configured, or the default.
   *
   * @return a new bench
   * @throws IllegalArgumentException if the user's configuration is wrong
   * @throws BenchException if the timer cannot be made
   */
  public static Bench create() {
    return new Bench(BenchTimer.create(null));
  }

  /**
   * Makes one with a timer, which it owns and closes.
   *
   * @param timer the timer; null for one of its own, as by {@link #create()}
   * @return a new bench
   * @throws IllegalArgumentException if it makes its own, and the user's configuration is wrong
   * @throws BenchException if it makes its own, and cannot
   */
  public static Bench create(@Nullable BenchTimer timer) {
    return timer == null ? create() : new Bench(timer);
  }

  /**
   * Sets how long the run that counts should take.
   *
   * @param seconds by the timer's clock; 1.0 unless set
   * @return this
   * @throws IllegalArgumentException if it is not positive and finite
   */
  public Bench targetSeconds(double seconds) {
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(
          "targetSeconds must be positive and finite, not " + seconds);
    }
    targetSeconds = seconds;
    return this;
  }

  /**
   * Registers a listener for warnings: what may have disturbed a measurement, and that a counter
   * was lost, shared, or stood still. Without a listener they go to the logger {@code
   * org.cyclecounter.bench}, the former at debug level.
   *
   * @param listener given a sentence, on the measuring thread
   * @return this
   */
  public Bench onWarning(Consumer<String> listener) {
    warnings = new Warnings(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Measures what the harness itself costs, which takes about 0.25 s; a second call returns at once
   * with the first one's verdict. Called by {@link #measure} where it has not been.
   *
   * @return whether at least the clock can be used; a clock that stood still all the time cannot,
   *     though {@link #measure} gives it another chance
   * @throws BenchException if the thread is interrupted; nothing is kept then
   * @throws IllegalStateException if this is closed
   */
  public boolean calibrate() {
    requireOpen();
    return calibrated.calibration(warnings).time().valid();
  }

  /**
   * Whether calibration has been attempted.
   *
   * @return false before the first call of {@link #calibrate()}, {@link #measure} or {@link
   *     #compare}; mLib's BTF_CLB
   */
  public boolean calibrated() {
    return calibrated.found() != null;
  }

  /**
   * Whether calibration found that the clock can be used.
   *
   * @return false before there was any; mLib's BTF_TIMEOK
   */
  public boolean clockOk() {
    Calibration found = calibrated.found();
    return found != null && found.time().valid();
  }

  /**
   * Whether calibration found that cycles can be counted.
   *
   * @return false before there was any; mLib's BTF_CYOK
   */
  public boolean cyclesOk() {
    Calibration found = calibrated.found();
    return found != null && found.cycles().valid();
  }

  /**
   * How long the run that counts should take.
   *
   * @return seconds by the timer's clock; mLib's target_s
   */
  public double targetSeconds() {
    return targetSeconds;
  }

  /**
   * Runs the function with growing n until a run takes at least the target divided by the square
   * root of two. Where a single operation takes that long, its first run is the only one, and
   * without warm-up.
   *
   * @param function what to measure
   * @param base what the operations of one iteration count for, such as the bytes it works on
   * @return what that run took, for n times base operations, without the harness's own cost
   * @throws IllegalArgumentException if base is not positive and finite
   * @throws NullPointerException if the function is null
   * @throws BenchException if nothing could be measured
   * @throws IllegalStateException if this is closed
   */
  public Timing measure(BenchFunction function, double base) {
    Objects.requireNonNull(function, "the function to measure is null");
    requireBase(base);
    return adaptive().measure(function, base);
  }

  /**
   * Measures each subject many times, in turns: in each round every subject runs once, each round
   * begins with another one. Each run takes about the target, so this takes the target times the
   * rounds times the subjects.
   *
   * @param subjects what to compare, the one to compare with first
   * @return medians, spreads and differences
   * @throws IllegalArgumentException if there is none
   * @throws BenchException if a subject could not be measured
   * @throws IllegalStateException if this is closed
   */
  public Comparison compare(Subject... subjects) {
    if (subjects.length == 0) {
      throw new IllegalArgumentException("compare needs at least one subject");
    }
    return new Turns(adaptive(), rounds).compare(List.of(subjects));
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

  private Adaptive adaptive() {
    requireOpen();
    return new Adaptive(calibrated, targetSeconds, warnings);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This Bench is closed: make a new one.");
    }
  }

  static void requireBase(double base) {
    if (!(base > 0) || Double.isInfinite(base)) {
      throw new IllegalArgumentException("base must be positive and finite, not " + base);
    }
  }

  /** Closes the timer. What was found in calibration can still be asked for. */
  @Override
  public void close() {
    closed = true;
    timer.close();
  }
}
