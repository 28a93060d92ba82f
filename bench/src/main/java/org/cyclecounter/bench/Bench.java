package org.cyclecounter.bench;

import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Calibrator;
import org.cyclecounter.bench.measuring.Adaptive;
import org.cyclecounter.bench.measuring.Turns;
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

  private static final System.Logger LOG = System.getLogger("org.cyclecounter.bench");

  private final BenchTimer timer;
  private double targetSeconds = 1.0;
  private int rounds = 15;
  private Consumer<String> onWarning = warning -> LOG.log(System.Logger.Level.DEBUG, warning);
  private @Nullable Calibration calibration;

  private Bench(BenchTimer timer) {
    this.timer = timer;
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
   * @param timer the timer
   * @return a new bench
   */
  public static Bench create(BenchTimer timer) {
    return new Bench(timer);
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
   * Has warnings told: what may have disturbed a measurement. Without a listener they are logged at
   * debug level.
   *
   * @param listener given a sentence, on the measuring thread
   * @return this
   */
  public Bench onWarning(Consumer<String> listener) {
    onWarning = listener;
    return this;
  }

  /**
   * Measures what the harness itself costs, which takes about 0.25 s; a second call returns at once
   * with the first one's verdict. Called by {@link #measure} where it has not been.
   *
   * @return whether at least the clock can be used; a clock that stood still all the time cannot,
   *     though {@link #measure} gives it another chance
   * @throws BenchException if the thread is interrupted; nothing is kept then
   */
  public boolean calibrate() {
    return calibration().time().valid();
  }

  private Calibration calibration() {
    if (calibration == null) {
      calibration = Calibrator.calibrate(timer);
    }
    return calibration;
  }

  /**
   * Runs the function with growing n until a run takes at least the target divided by the square
   * root of two.
   *
   * @param function what to measure
   * @param base what the operations of one iteration count for, such as the bytes it works on
   * @return what that run took, for n times base operations, without the harness's own cost
   * @throws IllegalArgumentException if base is not positive and finite
   * @throws BenchException if nothing could be measured
   */
  public Timing measure(BenchFunction function, double base) {
    requireBase(base);
    Adaptive adaptive = adaptive();
    Timing timing = adaptive.measure(function, base);
    calibration = adaptive.calibration();
    return timing;
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
   */
  public Comparison compare(Subject... subjects) {
    if (subjects.length == 0) {
      throw new IllegalArgumentException("compare needs at least one subject");
    }
    Adaptive adaptive = adaptive();
    Comparison comparison = new Turns(adaptive, rounds).compare(List.of(subjects));
    calibration = adaptive.calibration();
    return comparison;
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
    return new Adaptive(timer, calibration(), targetSeconds, onWarning);
  }

  static void requireBase(double base) {
    if (!(base > 0) || Double.isInfinite(base)) {
      throw new IllegalArgumentException("base must be positive and finite, not " + base);
    }
  }

  /** Closes the timer. */
  @Override
  public void close() {
    timer.close();
  }
}
