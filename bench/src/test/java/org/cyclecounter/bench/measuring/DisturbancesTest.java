// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.timer.RateMeaning;
import org.cyclecounter.bench.timer.TimerDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisturbancesTest {

  private static final ThreadPlacement HERE = new ThreadPlacement(5, 0);
  private static final ThreadWaits NO_WAITS = new ThreadWaits(-1, 0);
  private static final ThreadTimes UNKNOWN = new ThreadTimes(-1, -1);

  private final List<String> warnings = new ArrayList<>();
  private final Disturbances disturbances = new Disturbances(new RunWarnings(warnings::add));
  private final TimerDescription ofCore =
      new TimerDescription("clock", "counter", Counted.USER_CYCLES, RateMeaning.USER_TIME);

  private static Run run(double wallSeconds, double seconds, double cycles) {
    return new Run(1, (long) (wallSeconds * 1e9), seconds, cycles, true, true);
  }

  private static WatchedRun watched(Run run) {
    return watched(run, UNKNOWN);
  }

  private static WatchedRun watched(Run run, ThreadTimes times) {
    return new WatchedRun(run, run, 1, HERE, HERE, 0, 0, times, NO_WAITS);
  }

  /** Of a thread that ran for so long, of which so long in user mode. */
  private static WatchedRun watched(double cpuSeconds, double userSeconds, double cycles) {
    ThreadTimes times = new ThreadTimes((long) (cpuSeconds * 1e9), (long) (userSeconds * 1e9));
    return watched(run(cpuSeconds, cpuSeconds, cycles), times);
  }

  private static TimerDescription counting(RateMeaning meaning) {
    return new TimerDescription("clock", "counter", null, meaning);
  }

  private void check(RateMeaning meaning, WatchedRun before, WatchedRun run) {
    check(meaning, before, run, OptionalDouble.empty());
  }

  private void check(
      RateMeaning meaning, WatchedRun before, WatchedRun run, OptionalDouble sharedFraction) {
    Disturbances disturbances = new Disturbances(new RunWarnings(warnings::add));
    disturbances.before(before, counting(meaning));
    disturbances.check(run, counting(meaning), sharedFraction);
  }

  @Test
  void keepsSilentAboutQuietRun() {
    for (RateMeaning meaning : RateMeaning.values()) {
      check(meaning, watched(run(0.1, 0.1, 3e8)), watched(run(1, 0.99, 2.98e9)));
      check(meaning, watched(1, 1, 3e9), watched(1, 1, 2.96e9));
    }
    assertThat(warnings).isEmpty();
  }

  /** Of each run the seconds on a processor, those in user mode, and the cycles. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // With a tenth and then three tenths of the time in the kernel.
        "USER_TIME | 10 9 2.7e10 | 10 7 2.1e10 |",
        // Where the cycles are those of both modes, so is the time.
        "CPU_TIME  | 1 0.9 3e9 | 1 0.7 3e9   |",
        "CPU_TIME  | 1 0.9 3e9 | 1 0.9 2.7e9 | Cycles per second changed from 3.00 to 2.70 GHz"
            + " since the run before: the frequency moved, or the counter stood still for part of"
            + " one of the runs.",
        "USER_TIME | 1 1 3e9   | 1 1 2.7e9   | Cycles per second in user mode changed from 3.00 to"
            + " 2.70 GHz since the run before: the frequency moved, or the counter stood still for"
            + " part of one of the runs.",
        // More than twice as much or as little is not passed off as the frequency.
        "USER_TIME | 1 1 3e9   | 1 1 1.2e9   | Cycles per second in user mode changed from 3.00 to"
            + " 1.20 GHz since the run before: that is less than half; the counter may have stood"
            + " still for part of the run.",
        "USER_TIME | 1 1 1.1e9 | 1 1 2.9e9   | Cycles per second in user mode changed from 1.10 to"
            + " 2.90 GHz since the run before: that is more than double; the counter may have stood"
            + " still for part of the run before.",
        // The kernel samples modes: 0.1 s of kernel time may be off by 3 times the root of 10
        // ticks.
        "USER_TIME | 1 0.9 2.7e9 | 1 0.9 2.2e9 |",
        "USER_TIME | 1 0.9 2.7e9 | 1 0.9 1.9e9 | Cycles per second in user mode changed from 3.00"
            + " to 2.11 GHz since the run before: the frequency moved, or the counter stood still"
            + " for part of one of the runs.",
        // A short run's rate is too uncertain.
        "CPU_TIME  | 1e-4 1e-4 2e5 | 1 1 3e9 |",
      })
  void warnsOfChangedRates(RateMeaning meaning, String before, String run, String warning) {
    check(meaning, watched(before), watched(run));
    assertThat(warnings).isEqualTo(warning == null ? List.of() : List.of(warning));
  }

  private static WatchedRun watched(String text) {
    String[] words = text.split(" ");
    return watched(
        Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }

  /** The same of a timer whose clock the run's wall time is compared with. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UNKNOWN | 0.1 | 3e8 | 1    | 1    | 2.7e9  | Cycles per second changed from 3.00 to 2.70"
            + " GHz since the run before: the frequency moved, or the thread was without a"
            + " processor for a time.",
        "WAITING | 0.1 | 3e8 | 1.25 | 1    | 3.75   | The thread was off the processor for 20 % of"
            + " the run, whose cycles are left out.",
        "WAITING | 1   | 3e9 | 1e-3 | 1e-4 | 3e5    |", // too short
        "NOTHING | 0.1 | 3e8 | 1.25 | 1    | 3.75e9 |",
      })
  void warnsOfWaits(
      RateMeaning meaning,
      double before,
      double cyclesBefore,
      double wallSeconds,
      double seconds,
      double cycles,
      String warning) {
    check(
        meaning,
        watched(run(before, before, cyclesBefore)),
        watched(run(wallSeconds, seconds, cycles)));
    assertThat(warnings).isEqualTo(warning == null ? List.of() : List.of(warning));
  }

  /**
   * Time in user mode is known to 10 ms: of a tenth of a second that is 10 %, of a second 1 %. A
   * change shows beyond 2 % more than both together.
   */
  @ParameterizedTest
  @CsvSource({
    "0.1, 1, 2.64e9, false", // 12 % less
    "0.1, 1, 2.58e9, true", // 14 % less
    "1, 1, 2.90e9, false", // 3.3 % less
    "1, 1, 2.86e9, true", // 4.7 % less
    "10, 10, 2.95e10, false", // 1.7 % less
    "10, 10, 2.92e10, true", // 2.7 % less
    "10, 10, 3.08e10, true",
    "0.015, 1, 2.00e9, false" // 10 ms of 15 say nothing
  })
  void allowsForUncertaintyOfUserTime(
      double before, double seconds, double cycles, boolean isTold) {
    check(
        RateMeaning.USER_TIME,
        watched(before, before, 3e9 * before),
        watched(seconds, seconds, cycles));
    assertThat(warnings).hasSize(isTold ? 1 : 0);
  }

  @Test
  void distinguishesSharedCounterFromChangedFrequency() {
    check(RateMeaning.USER_TIME, watched(1, 1, 3e9), watched(1, 1, 3e9), OptionalDouble.of(0.999));
    assertThat(warnings).isEmpty();
    check(
        RateMeaning.USER_TIME, watched(1, 1, 3e9), watched(1, 1, 1.17e9), OptionalDouble.of(0.39));
    assertThat(warnings).containsExactly("The counter was shared: it ran for 39 % of the time.");
  }

  @ParameterizedTest
  @CsvSource({"WAITING, 1.25, 1, 800", "WAITING, 1.01, 1, 1000", "NOTHING, 1.25, 1, 1000"})
  void leavesOutTicksOfWaits(RateMeaning meaning, double wall, double seconds, double cycles) {
    assertThat(Disturbances.cycles(run(wall, seconds, 1000), counting(meaning)))
        .isCloseTo(cycles, within(1e-6));
  }

  @Test
  void ignoresChangeOfRateBetweenTwoCounters() {
    disturbances.before(watched(1, 1, 3e9), counting(RateMeaning.USER_TIME));
    disturbances.check(watched(1, 1, 5e9), counting(RateMeaning.CPU_TIME), OptionalDouble.empty());
    new Disturbances(new RunWarnings(warnings::add)) // another one after a loss
        .check(watched(1, 1, 3e9), counting(RateMeaning.CPU_TIME), OptionalDouble.empty());
    assertThat(warnings).isEmpty();
  }

  @Test
  void noticesCoreCyclesThatDoNotRiseInMillisecond() {
    TimerDescription ofClock =
        new TimerDescription("clock", "counter", Counted.TIME, RateMeaning.WAITING);
    assertThat(disturbances.stoodStill(watched(1e-3, 0, 0), ofCore)).isTrue();
    assertThat(disturbances.stoodStill(watched(1, 1, 0), ofCore)).isTrue();
    assertThat(disturbances.stoodStill(watched(1, 1, 1), ofCore)).isFalse();
    assertThat(disturbances.stoodStill(watched(9e-4, 9e-4, 0), ofCore)).isFalse();
    assertThat(disturbances.stoodStill(watched(1, 1, 0), ofClock)).isFalse();
  }

  @Test
  void noticesCyclesThatRoseForPartOfRun() {
    disturbances.before(watched(0.1, 0.1, 0), ofCore);
    assertThat(disturbances.stoodStill(watched(1, 1, 1e9), ofCore)).isTrue();
    disturbances.before(watched(0.1, 0.1, 3e8), ofCore);
    assertThat(disturbances.stoodStill(watched(1, 1, 3e9), ofCore)).isFalse();
  }

  @Test
  void warnsOfMoveCollectionAndCompiler() {
    TimerDescription counting = counting(RateMeaning.NOTHING);
    Run run = run(1, 1, 3e9);
    List<WatchedRun> all =
        List.of(
            moved(run, HERE, new ThreadPlacement(6, 1), 4, 0),
            moved(run, new ThreadPlacement(-1, 0), new ThreadPlacement(-1, 3), 4, 0),
            moved(run, HERE, HERE, 40, 2));
    for (WatchedRun each : all) {
      disturbances.check(each, counting, OptionalDouble.empty());
    }
    assertThat(warnings)
        .containsExactly(
            "The thread was moved to another processor once during the run.",
            "The thread was moved from processor 0 to 3 during the run.",
            "Garbage was collected during the run.",
            "The compiler was at work for 40 ms during the run.");
  }

  @Test
  void saysNothingOfCollectionBetweenPiecesThatCount() {
    Run part = run(0.9, 0.9, 3e9);
    WatchedRun watched =
        new WatchedRun(
            run(1, 1, 3e9), part, 9, HERE, new ThreadPlacement(6, 1), 4, 2, UNKNOWN, NO_WAITS);
    disturbances.check(watched, counting(RateMeaning.NOTHING), OptionalDouble.empty());
    assertThat(warnings).isEmpty();
    assertThat(watched.isDisturbed()).isFalse();
  }

  private static WatchedRun moved(
      Run run, ThreadPlacement from, ThreadPlacement to, long compiledMs, long collections) {
    return new WatchedRun(run, run, 1, from, to, compiledMs, collections, UNKNOWN, NO_WAITS);
  }
}
