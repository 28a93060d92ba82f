// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Fit;
import org.cyclecounter.bench.calibration.Fit.Sweep;
import org.cyclecounter.bench.measuring.Run;

/**
 * Times single calls, and measures what {@link #run} itself costs, with a function that does
 * nothing n times. Time and cycles are measured in the same runs and judged separately.
 *
 * <p>Hazard: the compiler is at work meanwhile. The empty loop costs tens of cycles per iteration
 * in the interpreter, and nothing once HotSpot's last compiler has removed it. Only the final cost
 * counts, so calibration continues for a while as long as the cost still falls.
 */
record Runner(BenchTimer timer) {

  private static final long DURATION_NS = 250_000_000;
  private static final long LIMIT_NS = 2 * DURATION_NS;
  private static final long WARM_UP_NS = DURATION_NS / 3;
  private static final int REPEATS = 25;
  private static final int MANY = 1 << 14;
  private static final int LATER_SWEEPS = 5;
  private static final int WARM_UP_N = 1 << 10;

  /** Does nothing n times: the loop itself is measured. */
  private static final BenchFunction NOTHING =
      n -> {
        for (long i = 0; i < n; i++) {
          // nothing
        }
      };

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

  /** Calibrates for about 0.25 s, at most 0.5 s. */
  Calibration calibrate() {
    long startNs = System.nanoTime();
    while (System.nanoTime() - startNs < WARM_UP_NS) {
      run(NOTHING, WARM_UP_N);
    }
    List<Sweep> sweeps = new ArrayList<>();
    long elapsedNs;
    do {
      sweeps.add(sweep());
      elapsedNs = System.nanoTime() - startNs;
    } while (elapsedNs < DURATION_NS || elapsedNs < LIMIT_NS && !Fit.hasSettled(sweeps));
    return Fit.of(sweeps);
  }

  /**
   * Measures the cost of an iteration again, for some milliseconds: on a busy machine the compiler
   * may have reached the empty loop only after calibration.
   */
  Calibration lowered(Calibration before) {
    return before.time().perIteration() == 0 && before.cycles().perIteration() == 0
        ? before
        : before.orLower(Fit.of(Stream.generate(this::sweep).limit(LATER_SWEEPS).toList()));
  }

  private Sweep sweep() {
    return new Sweep(runs(1), runs(MANY));
  }

  private List<Run> runs(long n) {
    return Stream.generate(() -> run(NOTHING, n)).limit(REPEATS).toList();
  }
}
