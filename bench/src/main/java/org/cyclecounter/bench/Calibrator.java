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
 * Measures the cost of the harness with a function that does nothing n times. Time and cycles are
 * measured in the same runs and judged separately.
 *
 * <p>Hazard: the compiler is at work meanwhile. The empty loop costs tens of cycles per iteration
 * in the interpreter, and nothing once HotSpot's last compiler has removed it. Only the final cost
 * counts, so calibration continues for a while as long as the cost still falls.
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

  /** Does nothing n times: the loop itself is measured. */
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
   * Measures the cost of an iteration again, for some milliseconds: on a busy machine the compiler
   * may have reached the empty loop only after calibration.
   */
  static Calibration lowered(Calibration before, Runner runner) {
    if (before.time().perIteration() == 0 && before.cycles().perIteration() == 0) {
      return before;
    }
    return before.orLower(
        Fit.of(Stream.generate(() -> sweep(runner)).limit(LATER_SWEEPS).toList()));
  }

  private static Sweep sweep(Runner runner) {
    return new Sweep(runs(runner, 1), runs(runner, MANY));
  }

  private static List<Run> runs(Runner runner, long n) {
    return Stream.generate(() -> runner.run(NOTHING, n)).limit(REPEATS).toList();
  }
}
