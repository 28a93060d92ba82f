// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.calibration.Calibration.Sweep;
import org.cyclecounter.bench.measuring.Run;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private static final long MANY = 10_000;

  private static List<Run> runs(long n, double nsOfCall, double nsEach) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double ns = nsOfCall + n * nsEach + (i == 3 ? 1e6 : 0); // one run is disturbed
      runs.add(new Run(n, (long) ns, ns * 1e-9, 3 * ns, true, true));
    }
    return runs;
  }

  private static Sweep sweep(double nsOfCall, double nsEach) {
    return new Sweep(runs(1, nsOfCall, nsEach), runs(MANY, nsOfCall, nsEach));
  }

  @Test
  void separatesCostOfCallFromIteration() {
    Calibration calibration = Calibration.of(List.of(sweep(500, 2), sweep(500, 2)));
    assertThat(calibration.time().perCall()).isCloseTo(500e-9, within(1e-12));
    assertThat(calibration.time().perIteration()).isCloseTo(2e-9, within(1e-15));
    assertThat(calibration.cycles().perCall()).isCloseTo(1500, within(1e-6));
    assertThat(calibration.cycles().perIteration()).isCloseTo(6, within(1e-9));
    assertThat(calibration.cycles().takenOutOf(2 * 1500 + 6 * 50 + 7, 2, 50))
        .isCloseTo(7, within(1e-6));
  }

  @Test
  void takesLastSweepsAndWaitsForThem() {
    Calibration calibration =
        Calibration.of(List.of(sweep(5000, 20), sweep(900, 2), sweep(500, 0), sweep(500, 0)));
    assertThat(calibration.time().perIteration()).isZero();
    assertThat(calibration.time().perCall()).isCloseTo(500e-9, within(1e-12));
    assertThat(Calibration.hasSettled(List.of(sweep(5000, 20), sweep(5000, 20)))).isTrue();
    assertThat(Calibration.hasSettled(List.of(sweep(5000, 20), sweep(5000, 5)))).isFalse();
    assertThat(Calibration.hasSettled(List.of(sweep(5000, 20), sweep(5000, 0)))).isTrue();
  }

  @Test
  void findsNoCostOfLoopThatIsGone() {
    assertThat(Calibration.of(List.of(sweep(500, 1e-4))).time().perIteration()).isZero();
    assertThat(Calibration.of(List.of(sweep(500, -1e-4))).time().perIteration()).isZero();
  }

  @Test
  void takesNothingOutForLoopOfFunctionWithoutOne() {
    Overhead overhead = Calibration.of(List.of(sweep(500, 2))).time();
    assertThat(overhead.takenOutOf(500e-9, 1, Long.MAX_VALUE)).isCloseTo(0, within(1e-12));
    assertThat(overhead.takenOutOf(490e-9, 1, 1)).isNegative(); // noise of the call stays
  }

  @Test
  void takesLowerIterationOfLaterCalibration() {
    Calibration calibration = Calibration.of(List.of(sweep(500, 2)));
    Overhead lower = calibration.orLower(Calibration.of(List.of(sweep(400, 1)))).time();
    assertThat(lower.perIteration()).isCloseTo(1e-9, within(1e-15));
    assertThat(lower.perCall()).isEqualTo(calibration.time().perCall());
    assertThat(calibration.orLower(Calibration.of(List.of(sweep(400, 3))))).isEqualTo(calibration);
  }

  @Test
  void judgesTimeAndCyclesApart() {
    Calibration withoutCycles = Calibration.of(List.of(with(true, false)));
    assertThat(withoutCycles.time().valid()).isTrue();
    assertThat(withoutCycles.cycles().valid()).isFalse();
    assertThat(withoutCycles.cycles().reason()).isEqualTo("the cycle counter cannot be read");
    Calibration withoutTime = Calibration.of(List.of(with(false, true)));
    assertThat(withoutTime.time().reason()).isEqualTo("the clock cannot be read");
    assertThat(withoutTime.cycles().valid()).isFalse();
    assertThat(withoutTime.cycles().reason())
        .isEqualTo("cycles cannot be calibrated without a clock");
  }

  private static Sweep with(boolean time, boolean cycles) {
    return new Sweep(
        List.of(new Run(1, 500, 5e-7, 1500, time, cycles)),
        List.of(new Run(MANY, 500, 5e-7, 1500, time, cycles)));
  }
}
