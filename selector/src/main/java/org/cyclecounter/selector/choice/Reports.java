package org.cyclecounter.selector.choice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.scoring.Trial;
import org.jspecify.annotations.Nullable;

/** What a selection says of itself, made of its trials. */
final class Reports {

  private Reports() {}

  /**
   * The report of a selection.
   *
   * @param best the chosen trial, one of the trials; null for the last resort
   * @param rejected what could not be tried at all
   * @param sinceNs when the selection began, by System.nanoTime
   */
  static SelectionReport of(
      Frequency frequency,
      List<Trial> trials,
      @Nullable Trial best,
      List<CounterReport> rejected,
      long sinceNs) {
    List<CounterReport> reports = new ArrayList<>();
    boolean lastResortListed = false;
    for (Trial trial : trials) {
      boolean lastResort = best == null && trial.candidate().name().equals(Place.LAST_RESORT);
      lastResortListed |= lastResort;
      reports.add(of(trial, trial == best || lastResort));
    }
    reports.addAll(rejected);
    if (best == null && !lastResortListed) {
      reports.add(
          new CounterReport(
              Place.LAST_RESORT,
              CounterKind.FIXED_RESOLUTION,
              Scope.SYSTEM,
              Verdict.SELECTED,
              0,
              0,
              false,
              trials.isEmpty()
                  ? "always 0: there is no counter " + Discovery.whereToPutOne()
                  : "always 0: no other counter works here",
              Duration.ZERO));
    }
    return new SelectionReport(
        CpuCycles.version(),
        best == null ? Place.LAST_RESORT : best.candidate().name(),
        frequency.hz(),
        frequency.source(),
        reports,
        Duration.ofNanos(System.nanoTime() - sinceNs));
  }

  static CounterReport of(Trial trial, boolean selected) {
    Ratio cyclesPerTick = trial.cyclesPerTick();
    Verdict verdict =
        selected ? Verdict.SELECTED : trial.usable() ? Verdict.USABLE : Verdict.REJECTED;
    return new CounterReport(
        trial.candidate().name(),
        trial.candidate().kind(),
        trial.candidate().scope(),
        verdict,
        trial.precision(),
        cyclesPerTick == null ? 0 : cyclesPerTick.toDouble(),
        trial.bits() == 32,
        trial.reason(),
        trial.cost());
  }
}
