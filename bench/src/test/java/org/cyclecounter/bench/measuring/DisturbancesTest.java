package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.timer.RateMeaning;
import org.junit.jupiter.api.Test;

class DisturbancesTest {

  private static final Placement HERE = new Placement(5, 0);

  private final List<String> warnings = new ArrayList<>();

  private static Run run(double wallSeconds, double seconds, double cycles) {
    return new Run(1, (long) (wallSeconds * 1e9), seconds, cycles, true, true);
  }

  private void check(RateMeaning meaning, Run before, Run run) {
    Disturbances disturbances = new Disturbances(meaning, warnings::add);
    disturbances.before(before);
    disturbances.check(new WatchedRun(run, HERE, HERE, 0));
  }

  @Test
  void aQuietRunIsNotTold() {
    for (RateMeaning meaning : RateMeaning.values()) {
      check(meaning, run(0.1, 0.1, 3e8), run(1, 0.99, 2.98e9));
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aThreadsOwnCyclesShowTheFrequency() {
    check(RateMeaning.FREQUENCY, run(0.1, 0.1, 3e8), run(1, 1, 2.7e9));
    assertThat(warnings)
        .containsExactly(
            "Cycles per second changed from 3.00 to 2.70 GHz since the run before: the frequency"
                + " moved.");
  }

  @Test
  void aClockThatCountsOnShowsThatTheThreadWaited() {
    check(RateMeaning.WAITING, run(0.1, 0.1, 3e8), run(1.25, 1, 3.75e9));
    assertThat(warnings)
        .containsExactly(
            "The thread was without a processor for 20 % of the run, and the cycles counted on.");
  }

  @Test
  void twoClocksShowNothing() {
    check(RateMeaning.NOTHING, run(0.1, 0.1, 3e8), run(1.25, 1, 3.75e9));
    assertThat(warnings).isEmpty();
  }

  @Test
  void aShortRunsRateIsTooUncertain() {
    check(RateMeaning.FREQUENCY, run(1e-4, 1e-4, 2e5), run(1, 1, 3e9));
    check(RateMeaning.WAITING, run(1, 1, 3e9), run(1e-3, 1e-4, 3e5));
    assertThat(warnings).isEmpty();
  }

  @Test
  void aMoveAndTheCompilerAreTold() {
    Disturbances disturbances = new Disturbances(RateMeaning.NOTHING, warnings::add);
    Run run = run(1, 1, 3e9);
    disturbances.check(new WatchedRun(run, HERE, new Placement(6, 1), 4));
    disturbances.check(new WatchedRun(run, HERE, HERE, 40));
    assertThat(warnings)
        .containsExactly(
            "The thread was moved to another processor once during the run.",
            "The compiler was at work for 40 ms during the run.");
  }
}
