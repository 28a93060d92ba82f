// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Calibration.Sweep;
import org.cyclecounter.bench.measuring.Run;
import org.cyclecounter.bench.measuring.RunWarnings;
import org.cyclecounter.bench.timer.TimerDescription;
import org.jspecify.annotations.Nullable;

/**
 * A timer that times single calls, and what {@link #run} itself costs with the counter that the
 * timer reads. If that counter is lost, both change together. Nothing is known of the counter of a
 * timer that a program brings. Not thread-safe.
 *
 * <p>The cost is that of a function that does nothing n times. Time and cycles are measured in the
 * same runs and judged separately.
 *
 * <p>Hazard: the compiler is at work during calibration. The empty loop costs tens of cycles per
 * iteration in the interpreter, and nothing once HotSpot's last compiler has removed it. Only the
 * final cost counts, so calibration continues for a while as long as the cost still falls.
 */
final class CalibratedTimer {

  private static final long DURATION_NS = 250_000_000;
  private static final long LIMIT_NS = 2 * DURATION_NS;
  private static final long WARM_UP_NS = DURATION_NS / 3;
  private static final int REPEATS = 25;
  private static final int MANY = 1 << 14;
  private static final int LATER_SWEEPS = 5;
  private static final int WARM_UP_N = 1 << 10;

  /**
   * Functions that do nothing n times: the loop itself is measured. Hazard: HotSpot inlines one or
   * two classes that it has seen at a call, and then what is measured is compiled within {@link
   * #run}, in some JVMs three times as slow. With three from the beginning it is called.
   */
  private static final List<BenchFunction> NOTHING =
      List.of(CalibratedTimer::doNothing, CalibratedTimer::doNothing, CalibratedTimer::doNothing);

  private final BenchTimer timer;
  private final PreparationClock clock;
  private final @Nullable BuiltInTimer builtIn;
  private TimerDescription counting;
  private Calibration calibration = Calibration.NONE;
  private int calls;

  /** Takes a timer without reading it. */
  CalibratedTimer(BenchTimer timer, PreparationClock clock) {
    this.timer = timer;
    this.clock = clock;
    builtIn = timer instanceof BuiltInTimer own ? own : null;
    counting = builtIn == null ? TimerDescription.UNKNOWN : builtIn.counting();
  }

  /**
   * Calls the function once.
   *
   * @return the differences between the timer's readings before and after
   * @throws BenchException if the function throws, or the thread has been interrupted
   */
  Run run(BenchFunction function, long n) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BenchException("The measurement was interrupted.");
    }
    long startNs = System.nanoTime();
    try {
      BenchTime before = timer.now();
      function.run(n);
      BenchTime after = timer.now();
      return Run.of(
          n,
          System.nanoTime() - startNs,
          (double) (after.seconds() - before.seconds()) + (after.nanos() - before.nanos()) * 1e-9,
          after.cycles() - before.cycles(),
          before.timeValid() && after.timeValid(),
          before.cyclesValid() && after.cyclesValid());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The measurement was interrupted.", e);
    } catch (Exception e) {
      throw new BenchException("The function failed in a run of " + n + ": " + e, e);
    }
  }

  /** Returns the last calibration; {@link Calibration#NONE} before the first. */
  Calibration calibration() {
    return calibration;
  }

  /**
   * Prepares for a measurement: calibrates unless that has been done, and again if the counter has
   * been lost since, or if one of core cycles stood still.
   */
  void prepare(RunWarnings warnings) {
    boolean isStill = calibration.cycles().stoodStill() && counting.isOfCore();
    boolean isFirst = calibration.equals(Calibration.NONE);
    String lack = isFirst && builtIn != null ? builtIn.lack() : "";
    if (!lack.isEmpty()) {
      warnings.wrongOnce(lack);
    }
    if (!hasLost(warnings) && (isStill || isFirst)) {
      calibrate(warnings);
    }
  }

  /** Looks for a loss of the counter, and calibrates with its successor. */
  boolean hasLost(RunWarnings warnings) {
    String loss = builtIn == null ? null : builtIn.lossSince(counting);
    if (builtIn == null || loss == null) {
      return false;
    }
    warnings.wrong(loss);
    counting = builtIn.counting();
    calibrate(warnings);
    return true;
  }

  /**
   * Calibrates for about 0.25 s, at most 0.5 s. If the counter is lost before the end, its
   * successor's calibration holds.
   */
  private void calibrate(RunWarnings warnings) {
    long startNs = clock.wallNs().getAsLong();
    while (clock.wallNs().getAsLong() - startNs < WARM_UP_NS) {
      run(nothing(), WARM_UP_N);
    }
    List<Sweep> sweeps = new ArrayList<>();
    long elapsedNs;
    do {
      sweeps.add(sweep());
      elapsedNs = clock.wallNs().getAsLong() - startNs;
    } while (elapsedNs < DURATION_NS || elapsedNs < LIMIT_NS && !Calibration.hasSettled(sweeps));
    Calibration latest = Calibration.of(sweeps);
    if (!hasLost(warnings)) {
      calibration = latest;
    }
  }

  /**
   * Measures the cost of an iteration again, for some milliseconds, and takes it where it is lower:
   * on a busy machine the compiler may have reached the empty loop only after calibration.
   */
  void lower() {
    if (calibration.time().perIteration() != 0 || calibration.cycles().perIteration() != 0) {
      List<Sweep> sweeps = Stream.generate(this::sweep).limit(LATER_SWEEPS).toList();
      calibration = calibration.orLower(Calibration.of(sweeps));
    }
  }

  private Sweep sweep() {
    return new Sweep(runs(1), runs(MANY));
  }

  private List<Run> runs(long n) {
    return Stream.generate(() -> run(nothing(), n)).limit(REPEATS).toList();
  }

  private BenchFunction nothing() {
    return NOTHING.get(calls++ % NOTHING.size());
  }

  private static void doNothing(long n) {
    for (long i = 0; i < n; i++) {
      // nothing
    }
  }

  /** Returns the clock that limits preparations. */
  PreparationClock clock() {
    return clock;
  }

  /** Describes what is counted, as of the last look for a loss. */
  TimerDescription counting() {
    return counting;
  }

  /** Describes the timer, for messages. */
  String description() {
    return timer.describe();
  }

  /** Returns the fraction of the time that a shared counter ran, 0 to 1; empty if not known. */
  OptionalDouble sharedFraction() {
    return builtIn == null ? OptionalDouble.empty() : builtIn.sharedFraction();
  }
}
