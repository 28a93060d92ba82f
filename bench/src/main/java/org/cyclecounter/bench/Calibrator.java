// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.calibration.Calibration;
import org.cyclecounter.bench.calibration.Fit;
import org.cyclecounter.bench.calibration.Fit.Sweep;
import org.cyclecounter.bench.measuring.Run;

/**
 * Measures what the harness costs, with a function that does nothing n times. The clock and the
 * cycles are measured in the same runs and judged each by itself.
 *
 * <p>The compiler works meanwhile: the loop around nothing costs tens of cycles an iteration in the
 * interpreter, and nothing at all once HotSpot has compiled it for good. What counts is the end, so
 * calibration goes on for a while where the cost still falls.
 */
final class Calibrator {

  private static final long DURATION_NS = 250_000_000;
  private static final long LIMIT_NS = 2 * DURATION_NS;
  private static final long WARM_UP_NS = DURATION_NS / 3;
  private static final int REPEATS = 25;
  private static final int MANY = 1 << 14;
  private static final int LATER_SWEEPS = 5;
  private static final int WARM_UP_N = 1 << 10;

  private Calibrator() {}

  /** The function that does nothing: the loop is part of what is measured. */
  static final BenchFunction NOTHING =
      n -> {
        for (long i = 0; i < n; i++) {
          // nothing
        }
      };

  /** Calibrates for about 0.25 s, at most 0.5 s. */
  static Calibration calibrate(Runner runner) {
    long startNs = System.nanoTime();
    while (System.nanoTime() - startNs < WARM_UP_NS) {
      runner.run(NOTHING, WARM_UP_N);
    }
    List<Sweep> sweeps = new ArrayList<>();
    long elapsedNs;
    do {
      sweeps.add(sweep(runner));
      elapsedNs = System.nanoTime() - startNs;
    } while (elapsedNs < DURATION_NS || elapsedNs < LIMIT_NS && !Fit.hasSettled(sweeps));
    return Fit.of(sweeps);
  }

  /**
   * Looks again at what an iteration costs, for some milliseconds: a busy machine's compiler may
   * have been late for the loop around nothing, and have come to it since.
   */
  static Calibration lowered(Calibration before, Runner runner) {
    if (before.time().perIteration() == 0 && before.cycles().perIteration() == 0) {
      return before;
    }
    List<Sweep> sweeps = new ArrayList<>();
    for (int i = 0; i < LATER_SWEEPS; i++) {
      sweeps.add(sweep(runner));
    }
    return before.orLower(Fit.of(sweeps));
  }

  private static Sweep sweep(Runner runner) {
    return new Sweep(runs(runner, 1), runs(runner, MANY));
  }

  private static List<Run> runs(Runner runner, long n) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < REPEATS; i++) {
      runs.add(runner.run(NOTHING, n));
    }
    return runs;
  }
}
